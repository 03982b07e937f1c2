"""The exception of conversions to other formats."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from ..diagnostics import Span
from ..error import FourbarError


class TransferError(FourbarError, ValueError):
    """A robot or an option that another format cannot have, or a program that is not installed.

    `span` is where the fault is written, if a reader knows.
    """

    def __init__(self, message: str, *, span: Span | None = None) -> None:
        super().__init__(message)
        self.span = span


@contextmanager
def written_at(place: Callable[[], Span | None]) -> Generator[None]:
    """Give errors inside the place of what is being read, unless they have a nearer one."""
    try:
        yield
    except TransferError as error:
        error.span = error.span or place()
        raise
