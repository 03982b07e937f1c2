"""Compute something for many configurations of one robot, in chunks."""

from __future__ import annotations

import json
import os
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import __version__
from ..files import write_atomic
from ..record import record
from .error import FleetError
from .executors import workers
from .gather import Lost, gather
from .sampling import Source
from .tables import has_parquet, read_columns, write_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

    Columns = Mapping[str, NDArray[np.generic]]
    Function = Callable[[Model, NDArray[np.float64]], Columns]

_CHUNK = 1 << 16
_RECORD = "run.json"


@record
class Chunk:
    """What goes to a worker: model, function and source packed once, and which configurations."""

    packed: bytes
    number: int
    start: int
    stop: int
    file: str


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
        """One column of all chunks, in memory."""
        return np.concatenate([columns[name] for columns in self.chunks()])


def map_configurations(
    model: Model,
    function: Function,
    source: Source,
    *,
    output: str | os.PathLike[str],
    chunk: int = _CHUNK,
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
        it: a function of a module, or a `functools.partial` of one.
    source
        `Samples` or `Grid`, or anything with their two functions.
    output
        The folder for the chunks, one Parquet file each. Those that are there from the same call
        are kept; FleetError is raised where it has the results of another one.
    chunk
        Configurations at a time.
    executor, workers_count
        As for `run`.
    on_chunk
        Called with how many configurations are done, and how many there are.

    The files have the same bytes for any number of workers. What `function` raises is raised here.
    """
    if chunk < 1:
        raise ValueError(f"chunk must be positive, got {chunk}")
    if not has_parquet():
        from .tables import NEEDS

        raise FleetError(NEEDS)
    try:
        packed = zlib.compress(pickle.dumps((model, function, source)))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise FleetError(f"workers cannot import the function or the source: {error}") from error
    folder = Path(output).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    count = source.count(model)
    _claim(folder, model, function, source, chunk)
    every = tuple(_chunks(packed, folder, count, chunk))
    missing = [each for each in every if not Path(each.file).is_file()]
    done = count - sum(each.stop - each.start for each in missing)
    with workers(executor, count=workers_count, threads=False) as where:
        for each, result in gather(where, compute, missing):
            if isinstance(result, Lost):
                raise FleetError(f"{result.attempts} workers were lost with chunk {each.number}")
            done += each.stop - each.start
            if on_chunk is not None:
                on_chunk(done, count)
    return Configurations(folder, count, tuple(Path(each.file) for each in every))


def compute(chunk: Chunk) -> int:
    """Compute and write a chunk; its size in bytes. What a worker does."""
    model, function, source = _unpacked(chunk.packed)
    q = source.rows(model, chunk.start, chunk.stop)
    columns = function(model, q)
    for name, values in columns.items():
        if np.shape(values)[:1] != (len(q),):
            raise FleetError(
                f"column {name!r} must have {len(q)} rows, got shape {np.shape(values)}"
            )
    path = Path(chunk.file)
    try:
        write_columns(path, columns)
    except OSError as error:
        raise FleetError(
            f"cannot write '{path}': {error.strerror}; what was done is kept, and the same again "
            "does what is missing"
        ) from error
    return path.stat().st_size


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Model, Function, Source]:
    """Once for all chunks of a run that a process gets."""
    return pickle.loads(zlib.decompress(packed))


def _chunks(packed: bytes, folder: Path, count: int, size: int) -> Iterable[Chunk]:
    for number, start in enumerate(range(0, count, size)):
        file = folder / f"chunk-{number:07}.parquet"
        yield Chunk(packed, number, start, min(start + size, count), str(file))


def _claim(folder: Path, model: Model, function: Function, source: Source, chunk: int) -> None:
    """Note what the folder holds; FleetError where it holds something else."""
    from .fingerprint import fingerprint

    # Pickles of equal models may differ: what is compared is what can be read.
    _, (robot, options) = model.__reduce__()
    facts = {
        "fourbar": __version__,
        "robot": fingerprint(robot),
        "model": fingerprint(options),
        "function": fingerprint(function),
        "source": fingerprint(source),
        "chunk": chunk,
    }
    text = json.dumps(facts, indent=1, sort_keys=True) + "\n"
    path = folder / _RECORD
    if path.is_file():
        if path.read_text(encoding="utf-8") != text:
            raise FleetError(f"'{folder}' has the results of another run; use another folder")
        return
    write_atomic(path, text)
