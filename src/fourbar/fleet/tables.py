"""Tables of results as Parquet, for pandas, polars, DuckDB and Arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..files import write_atomic
from .error import FleetError
from .rows import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEEDS = "Parquet files need the package pyarrow: pip install 'fourbar[fleet]'"
ENCODING = 2
"""How `write_columns` writes: another number where the same columns would be other bytes."""

_NAMES = {"robot": "name", "problem": "robot_problem"}
"""What is text about a robot, by the column: rows have a robot and a problem of their own."""
_COUNTS = ("links", "joints", "loops", "dof", "visuals", "collisions")
"""What is counted of a robot."""


def has_parquet() -> bool:
    """Whether pyarrow is installed."""
    return find_spec("pyarrow") is not None


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """The rows as a table, where pyarrow is installed; without it nothing is written."""
    if not has_parquet():
        return
    import json

    columns: dict[str, list[Any]] = {
        name: [getattr(row, name) for row in rows]
        for name in ("file", "key", "status", "problem", "bytes", "artefact", "thumbnail", "page")
    }
    columns["duplicates"] = [list(row.duplicates) for row in rows]
    for name in (*_NAMES, *_COUNTS, "mass"):
        columns[_NAMES.get(name, name)] = [row.robot.get(name) for row in rows]
    columns["facts"] = [json.dumps(row.facts, sort_keys=True) for row in rows]
    arrow = _arrow()
    kinds = {
        "bytes": arrow.int64(),
        "duplicates": arrow.list_(arrow.string()),
        "mass": arrow.float64(),
        **dict.fromkeys(_COUNTS, arrow.int64()),
    }
    schema = [(name, kinds.get(name, arrow.string())) for name in columns]
    _write(path, arrow.table(columns, schema=arrow.schema(schema)))


def write_columns(path: Path, columns: Mapping[str, NDArray[np.generic]]) -> None:
    """Columns (n,) or (n, k) as one file, whole or not at all."""
    arrow = _arrow()
    made: dict[str, Any] = {}
    for name, values in columns.items():
        if values.ndim == 1:
            made[name] = arrow.array(values)
        else:
            width = int(values[0].size) if len(values) else 1
            flat = arrow.array(values.reshape(-1))
            made[name] = arrow.FixedSizeListArray.from_arrays(flat, width)
    # Measured numbers hardly repeat: a dictionary of them takes longer than all else, and more
    # room. Their first bytes are alike, and are put beside each other.
    numbers = [
        name if values.ndim == 1 else f"{name}.list.element"
        for name, values in columns.items()
        if values.dtype.kind == "f" and values.dtype.itemsize in (4, 8)
    ]
    others = [name for name, values in columns.items() if values.dtype.kind != "f"]
    _write(path, arrow.table(made), use_dictionary=others, use_byte_stream_split=numbers)


class Layout(NamedTuple):
    """How many rows a file has, and its columns by name: `a`, or `a (3)` with three numbers."""

    rows: int
    columns: tuple[str, ...]


def layout_of(path: Path) -> Layout | None:
    """What a file says at its end that it has; None where it is cut short or not Parquet."""
    tool = _parquet()
    try:
        with tool.ParquetFile(path) as file:
            fields = [(field.name, field.type) for field in file.schema_arrow]
            rows = file.metadata.num_rows
    except (OSError, ValueError):  # ArrowInvalid is one
        return None
    widths = {name: getattr(kind, "list_size", None) for name, kind in fields}
    names = (f"{name} ({width})" if width else name for name, width in widths.items())
    return Layout(rows, tuple(sorted(names)))


def read_columns(path: Path) -> dict[str, NDArray[np.generic]]:
    """What `write_columns` wrote; FleetError where the file is damaged."""
    found: dict[str, Any] = {}
    tool = _parquet()
    try:
        table = tool.read_table(path)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise FleetError(
            f"'{path}' is damaged ({error}); delete it, and the same call computes it again"
        ) from error
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        width = getattr(column.type, "list_size", None)
        if width is None:
            found[name] = column.to_numpy(zero_copy_only=False)
        else:
            found[name] = column.flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
    return found


def _arrow() -> Any:
    if not has_parquet():
        raise FleetError(NEEDS)
    import pyarrow  # pyright: ignore[reportMissingTypeStubs]

    return pyarrow


def _parquet() -> Any:
    _arrow()
    from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]

    return parquet


def _write(path: Path, table: Any, **encoding: Any) -> None:
    stream = BytesIO()
    tool = _parquet()
    tool.write_table(table, stream, compression="zstd", **encoding)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, stream.getvalue())
