"""The side table of a robot that was read from a file: positions, order and comments."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ..diagnostics import PartPath, Report, Span
from ..record import record


@record
class Found:
    """What reading found, and the robot it was found in, as `Robot.described` has it."""

    report: Report
    described: tuple[object, ...]


class Source(Protocol):
    """Where each part of a robot was written."""

    path: Path | None
    found: Found | None

    def span(self, path: PartPath) -> Span | None:
        """The place of `joint[elbow].limit.lower`, or of the nearest element around it."""
        ...
