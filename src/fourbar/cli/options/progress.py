"""A progress bar for those who watch, once it is clear that there is something to wait for."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self


class Progress:
    """Called with how much is done and how much there is; shows a bar on a terminal."""

    def __init__(self, description: str, unit: str) -> None:
        self._bar: Any = None
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(desc=description, unit=unit, leave=False, delay=0.5)

    def __call__(self, done: int, total: int) -> None:
        """Show it; (0, 0) says only that work goes on."""
        if self._bar is not None and total:
            self._bar.total = total
            self._bar.update(done - self._bar.n)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()
