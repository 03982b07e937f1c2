"""Compute something for many configurations of one robot, in chunks."""

from __future__ import annotations

import json
import os
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from .. import __version__
from ..diagnostics import unknown
from ..files import write_atomic
from ..record import record
from .error import FleetError
from .executors import Workers, workers
from .fingerprint import fingerprint
from .gather import Lost, gather
from .held import held, recorded, writing
from .rows import RECORD
from .sampling import Source, rows_name
from .tables import ENCODING, has_parquet, layout_of, read_columns, write_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

    Columns = Mapping[str, NDArray[np.generic]]
    Function = Callable[[Model, NDArray[np.float64]], Columns]

_CHUNK = 1 << 16
_IMPORT = (
    "workers cannot import the function or the source: {}; put it at the top level of a module, "
    "not into a prompt, a notebook or another function"
)


@record
class Chunk:
    """What goes to a worker: model, function and source packed once, and which configurations."""

    packed: bytes
    number: int
    start: int
    stop: int
    file: str
    with_rows: bool


class Configurations(NamedTuple):
    """Results in files, a chunk each; iterate to have one chunk in memory at a time."""

    folder: Path
    number: int
    files: tuple[Path, ...]

    def chunks(self) -> Iterator[dict[str, NDArray[np.generic]]]:
        """The columns of each chunk, in order."""
        for file in self.files:
            yield read_columns(file)

    def column(self, name: str) -> NDArray[np.generic]:
        """One column of all chunks, in memory; FleetError where there is none of that name."""
        found: list[NDArray[np.generic]] = []
        for columns in self.chunks():
            if name not in columns:
                raise FleetError(unknown("column", name, tuple(columns)).message)
            found.append(columns[name])
        if not found:
            raise FleetError(f"there are no chunks in '{self.folder}': no configuration was asked")
        return np.concatenate(found)


def map_configurations(
    model: Model,
    function: Function,
    source: Source,
    *,
    output: str | os.PathLike[str],
    chunk: int = _CHUNK,
    with_q: bool = True,
    executor: Any = None,
    workers_count: int | None = None,
    on_chunk: Callable[[int, int], None] | None = None,
) -> Configurations:
    """Compute columns for many configurations; a worker has one chunk in memory at a time.

    Parameters
    ----------
    model
        The robot. `simd="generic"` gives the same bits on machines of different kinds.
    function
        From the model and configurations (n, nq) to columns (n,) or (n, k) by name. Workers import
        it: a function of a module, or a `functools.partial` of one. Results of a module whose text
        was another are those of another function; what is below `if __name__ == "__main__":` does
        not count, nor do other modules that it imports, or files that it reads.
    source
        `Samples` or `Grid`, or anything with their two functions.
    output
        The folder for the chunks, one Parquet file each. Those that are there from the same call,
        or from one with fewer `Samples`, are kept unless they are damaged; FleetError is raised
        where it has the results of another one.
    chunk
        Configurations at a time.
    with_q
        Whether to have a column `q` (n, nq) with the configurations (`target` with a `Lattice`).
        What its numbers are is in `run.json`: the names of `Model.column_names`.
    executor, workers_count
        As for `run`.
    on_chunk
        Called with how many configurations are done, and how many there are.

    The files have the same bytes for any number of workers. What `function` raises is raised here,
    and FleetError where it gives no columns, or others for another chunk.
    In a script, call it below `if __name__ == "__main__":`, because workers import the script.
    """
    if chunk < 1:
        raise ValueError(f"chunk must be positive, got {chunk}")
    from ..mechanics import Model

    if not callable(getattr(source, "rows", None)):
        kind = type(source).__name__
        raise TypeError(f"expected a source such as Samples or Grid, got {kind}")
    if not isinstance(cast("object", model), Model):
        kind = type(model).__name__
        raise TypeError(f"expected a Model, got {kind}; use fourbar.Model(robot)")
    if not has_parquet():
        from .tables import NEEDS

        raise FleetError(NEEDS)
    try:
        packed = zlib.compress(pickle.dumps((model, function, source)))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise FleetError(_IMPORT.format(error)) from error
    folder = Path(output).resolve()
    count = source.count(model)
    every = tuple(_chunks(packed, folder, count, chunk, with_q))
    with held(folder):
        new = not (folder / RECORD).exists()
        try:
            with workers(executor, count=workers_count, threads=False) as where:
                claim(folder, _facts(model, function, source, chunk, with_q), count, chunk)
                compute_missing(where, every, on_chunk)
        except BaseException:  # workers have ended
            if new and not has_chunks(folder):
                (folder / RECORD).unlink(missing_ok=True)
            raise
    return Configurations(folder, count, tuple(Path(each.file) for each in every))


def compute_missing(
    where: Workers, every: Sequence[Chunk], on_chunk: Callable[[int, int], None] | None
) -> None:
    """Have workers compute the chunks whose files are not there, or damaged.

    FleetError where chunks have different columns.
    """
    count = every[-1].stop if every else 0
    first: tuple[int, tuple[str, ...]] | None = None
    missing: list[Chunk] = []
    for each in every:
        layout = layout_of(Path(each.file)) if Path(each.file).is_file() else None
        if layout is None or (layout.columns and layout.rows != each.stop - each.start):
            missing.append(each)
        else:
            first = _same_columns(first, each, layout.columns)
    done = count - sum(each.stop - each.start for each in missing)
    for each, result in gather(where, compute, missing):
        if isinstance(result, Lost):
            raise FleetError(f"{result.attempts} workers were lost with chunk {each.number}")
        first = _same_columns(first, each, result)
        done += each.stop - each.start
        if on_chunk is not None:
            on_chunk(done, count)


def _same_columns(
    first: tuple[int, tuple[str, ...]] | None, chunk: Chunk, columns: tuple[str, ...]
) -> tuple[int, tuple[str, ...]]:
    """The number and columns of the chunk that others are compared with."""
    if first is None:
        return chunk.number, columns
    number, expected = first
    if columns != expected:
        Path(chunk.file).unlink(missing_ok=True)
        raise FleetError(
            f"the function must give the same columns for all configurations: those of chunk "
            f"{chunk.number} are {', '.join(columns)}; those of chunk {number} are "
            f"{', '.join(expected)}"
        )
    return first


def compute(chunk: Chunk) -> tuple[str, ...]:
    """Compute and write a chunk; its columns. What a worker does."""
    model, function, source = _unpacked(chunk.packed)
    q = source.rows(model, chunk.start, chunk.stop)
    columns = _checked(function(model, q), chunk)
    name = rows_name(source)
    if chunk.with_rows and name not in columns:
        columns = {name: q, **columns}
    path = Path(chunk.file)
    try:
        write_columns(path, columns)
    except OSError as error:
        raise FleetError(
            f"cannot write '{path}': {error.strerror}; what was done is kept, and the same again "
            "does what is missing"
        ) from error
    except (ValueError, TypeError, NotImplementedError) as error:  # of pyarrow
        raise FleetError(
            f"a column of chunk {chunk.number} has values that Parquet files have no place for: "
            f"{error}"
        ) from error
    layout = layout_of(path)
    if layout is None:
        raise FleetError(f"'{path}' was written, and cannot be read; is the disk damaged?")
    return layout.columns


def _checked(columns: Any, chunk: Chunk) -> Columns:
    """What a function gave, if it is columns with a row for each configuration."""
    count = chunk.stop - chunk.start
    expected = (
        f"the function must give a mapping of names to arrays with {count} rows each, such as "
        f"{{'height': array of shape ({count},)}}; for chunk {chunk.number} "
    )
    if not isinstance(columns, Mapping):
        raise FleetError(f"{expected}it gave {_kind(columns)}")
    for name, values in cast("Mapping[Any, Any]", columns).items():
        if not isinstance(name, str):
            raise FleetError(f"{expected}it gave a column named {name!r}")
        if not isinstance(values, np.ndarray):
            raise FleetError(f"{expected}column {name!r} is {_kind(values)}")
        shape = np.shape(cast("NDArray[Any]", values))
        if shape[:1] != (count,):
            raise FleetError(f"{expected}column {name!r} has the shape {shape}")
    return cast("Columns", columns)


def _kind(value: Any) -> str:
    kind = type(value).__name__
    if not isinstance(value, np.ndarray):
        return kind
    return f"{kind} of shape {np.shape(cast('NDArray[Any]', value))}"


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Model, Function, Source]:
    """Once for all chunks of a run that a process gets."""
    try:
        return pickle.loads(zlib.decompress(packed))
    except (AttributeError, ImportError) as error:
        raise FleetError(_IMPORT.format(error)) from None


def _chunks(packed: bytes, folder: Path, count: int, size: int, with_rows: bool) -> Iterable[Chunk]:
    for number, start in enumerate(range(0, count, size)):
        file = chunk_file(folder, number)
        yield Chunk(packed, number, start, min(start + size, count), str(file), with_rows)


def chunk_file(folder: Path, number: int) -> Path:
    """Where a chunk is."""
    return folder / f"chunk-{number:07}.parquet"


def has_chunks(folder: Path) -> bool:
    """Whether there is a chunk in a folder."""
    return any(folder.glob("chunk-*.parquet"))


def _facts(
    model: Model, function: Function, source: Source, chunk: int, with_q: bool
) -> dict[str, Any]:
    """What tells this call from others."""
    # Pickles of equal models may differ: what is compared is what can be read.
    _, (robot, options) = model.__reduce__()
    return {
        "robot": fingerprint(robot),
        "model": fingerprint(options),
        "function": fingerprint(function),
        "source": fingerprint(getattr(source, "start", source)),
        "chunk": chunk,
        "rows": _row_names(model, source) if with_q else {},
    }


def _row_names(model: Model, source: Source) -> dict[str, list[str]]:
    """The column that has the rows of a source, and what its numbers are."""
    names = getattr(source, "names", None)
    return {rows_name(source): list(names(model) if names else model.column_names)}


def claim(folder: Path, facts: Mapping[str, Any], count: int, chunk: int) -> None:
    """Note what the folder holds; FleetError where it holds something else.

    It may hold the beginning: its last chunk, where that was cut short, is computed again. A folder
    without a single chunk holds nothing.
    """
    facts = {"fourbar": __version__, "encoding": ENCODING, **facts}
    before = recorded(folder)
    if before is None and has_chunks(folder):
        raise FleetError(
            f"'{folder}' has chunks, and no {RECORD} that tells of what; use another folder"
        )
    if before is not None and any(folder.glob("*.parquet")):
        if "job" in before:
            raise FleetError(f"'{folder}' has the results of {before['job']!r}; use another folder")
        number = before.pop("number", 0)
        if before != json.loads(json.dumps(facts)):
            changed = sorted(k for k in {*before, *facts} if before.get(k) != facts.get(k))
            raise FleetError(
                f"'{folder}' has the results of another run (another {', '.join(changed)}); use "
                "another folder"
            )
        if number > count:
            raise FleetError(
                f"'{folder}' is for {number:,} results; use another folder for {count:,}"
            )
        if number < count and number % chunk:
            chunk_file(folder, number // chunk).unlink(missing_ok=True)
    text = json.dumps({**facts, "number": count}, indent=1, sort_keys=True)
    with writing(folder):
        write_atomic(folder / RECORD, text + "\n")
