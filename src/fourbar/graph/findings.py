"""Where the parts of the graph put what they find."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Fix, Report, Rule, did_you_mean
from ..robot import Robot

# Comparing names is slow; a file full of unknown names must not take minutes.
_SUGGESTIONS = 50


class Findings:
    """Adds findings about one robot to a report, with their place in its file.

    What the report already says (same code, same path) is not said again: a reader that found an
    unknown link and a graph that stumbles over it make one finding.
    """

    def __init__(self, robot: Robot, report: Report) -> None:
        self.robot = robot
        self.report = report
        self.errors = 0
        self._suggestions = 0
        self._known = {(d.code, d.path) for d in report}

    def add(
        self,
        rule: Rule,
        path: str,
        message: str,
        *,
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        """Record a finding about the element at `path`, such as `loop[knee].successor`."""
        self.errors += rule.severity.rank == 0
        if (rule.code, path) in self._known:
            return
        self._known.add((rule.code, path))
        source = self.robot.source
        span = source.span(path) if source is not None else None
        self.report.add(rule, message, span=span, path=path, notes=notes, fix=fix)

    def did_you_mean(self, name: str, known: Iterable[str]) -> str:
        """`; did you mean 'shank'?`, or an empty string; only for the first fifty names."""
        self._suggestions += 1
        return did_you_mean(name, known) if self._suggestions <= _SUGGESTIONS else ""
