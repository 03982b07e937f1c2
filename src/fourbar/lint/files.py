"""Which files to check, and when they change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path


def collect(names: Iterable[str]) -> Iterator[str]:
    """The files named, and the `.urdf` files below the folders named, in sorted order.

    A folder's `.xacro` files are mostly parts of others, and `.xml` can be anything.
    """
    for name in names:
        folder = Path(name)
        if name != "-" and folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.suffix.lower() == ".urdf" and path.is_file():
                    yield str(path)
        else:
            yield name


def stamps(files: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    """When each file was changed, and its size; None where it is not there."""
    found: dict[str, tuple[int, int] | None] = {}
    for file in files:
        try:
            status = Path(file).stat()
        except (OSError, ValueError):
            found[file] = None
        else:
            found[file] = (status.st_mtime_ns, status.st_size)
    return found


def wait_for_change(
    files: Callable[[], Iterable[str]],
    *,
    before: dict[str, tuple[int, int] | None],
    interval: float = 0.5,
) -> dict[str, tuple[int, int] | None]:
    """Block until a file is changed, added or removed; the new state."""
    while True:
        now = stamps(files())
        if now != before:
            return now
        time.sleep(interval)
