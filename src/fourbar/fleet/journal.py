"""What was done in a folder, for the next run: one line for each row, in the order they came."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

from .held import writing
from .rows import RESULTS, Row, as_values

JOURNAL = "rows.jsonl"

_text = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode


def line_of(row: Row) -> str:
    """A row as `results.jsonl` has it, without the end of the line."""
    return _text(as_values(row))


class Journal:
    """Rows that are there from earlier runs, and a file that takes those of this one.

    A row is in the file as soon as it is known here, after the artefacts that it names. A line that
    was cut short, by a full disk or a power failure, is not there: its robot is done again.
    """

    def __init__(
        self, folder: Path, before: Mapping[str, Row], stream: IO[bytes], results: IO[bytes]
    ) -> None:
        self._folder = folder
        self._before = before
        self._results = results
        self._names: dict[str, list[str]] = {}
        for key, row in before.items():
            self._names.setdefault(row.file, []).append(key)
        self._stream = stream

    def keys(self, file: str) -> tuple[str, ...]:
        """The keys of a file's rows whose artefacts are still there."""
        return tuple(key for key in self._names.get(file, ()) if self._is_whole(self._before[key]))

    def row(self, key: str) -> Row:
        """A row from an earlier run."""
        return self._before[key]

    def add(self, row: Row) -> None:
        """Keep a row, and show it to who looks at the results meanwhile.

        One that a second run should try again is not kept. FleetError on a full disk.
        """
        line = line_of(row)
        with writing(self._folder):
            if row.key and not row.resumed:
                _append(self._stream, f'{{"seconds":{row.seconds!r},"row":{line}}}\n')
            _append(self._results, f"{line}\n")

    def _is_whole(self, row: Row) -> bool:
        names = (row.artefact, row.thumbnail, row.page)
        return all((self._folder / name).is_file() for name in names if name)


def has_rows(folder: Path) -> bool:
    """Whether anything was done in a folder."""
    path = folder / JOURNAL
    return path.is_file() and path.stat().st_size > 0


@contextmanager
def opened(folder: Path) -> Generator[Journal]:
    """The journal of a folder."""
    path = folder / JOURNAL
    before: dict[str, Row] = {}
    with ExitStack() as stack:
        with writing(folder):
            whole = True
            stream = stack.enter_context(path.open("a+b", buffering=0))
            with path.open("rb") as lines:
                for line in lines:
                    whole = line.endswith(b"\n")
                    row = _row(line)
                    if row is not None:
                        before[row.key] = row
            if not whole:
                _append(stream, "\n")
            results = stack.enter_context((folder / RESULTS).open("wb", buffering=0))
        yield Journal(folder, before, stream, results)


def _append(stream: IO[bytes], text: str) -> None:
    rest = text.encode("utf-8", "surrogatepass")
    while rest:  # a disk that is nearly full takes a part
        rest = rest[stream.write(rest) :]


def _row(line: bytes) -> Row | None:
    """The row of a line; None for one that was cut short."""
    try:
        found: dict[str, Any] = json.loads(line)
        values = found["row"]
        values["duplicates"] = tuple(values["duplicates"])
        return Row(**values, seconds=found["seconds"], resumed=True)
    except (ValueError, TypeError, KeyError):
        return None
