"""When files change: their times and sizes, looked at again and again.

Polling sees changes on every file system, through editors that rename and over networks, and
costs a few microseconds per file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

Stamps = dict[str, tuple[int, int] | None]
"""By file: when it was changed and its size; None where it is not there."""

INTERVAL = 0.5
"""Between two looks [s]."""


def stamps(files: Iterable[str]) -> Stamps:
    """When each file was changed, and its size; None where it is not there."""
    found: Stamps = {}
    for file in files:
        try:
            status = Path(file).stat()
        except (OSError, ValueError):
            found[file] = None
        else:
            found[file] = (status.st_mtime_ns, status.st_size)
    return found


def wait_for_change(
    files: Callable[[], Iterable[str]], *, before: Stamps, interval: float = INTERVAL
) -> Stamps:
    """Block until a file is changed, added or removed; the new state."""
    while True:
        now = stamps(files())
        if now != before:
            return now
        time.sleep(interval)
