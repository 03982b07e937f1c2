"""What a USD file has that is not read: counted by kind, at the prim of the first."""

from __future__ import annotations

from typing import Any

from ...diagnostics import ROBOT, Report
from ...transfer.missing import Missing
from ...transfer.raising import CLOSING
from .source import UsdSource

_PHYSICAL = (
    *("joints of type", "joints with bodies", "kinematic bodies", "springs of joints"),
    *("actuators", "tendons", "gravity other"),
    CLOSING,
)
"""Without these the robot moves in another way, which a warning says."""


class MissingPrims:
    """Counts what is not read of prims."""

    def __init__(self, source: UsdSource) -> None:
        self._missing = Missing(lambda what: what.startswith(_PHYSICAL))
        self._source = source

    def add(self, what: str, prim: Any) -> None:
        """One more."""
        self._missing.add(what, lambda: self._source.at(str(prim.GetPath())))

    def report(self, report: Report) -> None:
        """A finding per kind."""
        self._missing.report(report, whole=self._source.span(ROBOT))
