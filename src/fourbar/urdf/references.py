"""Whether the names that parts of a robot refer to exist."""

from __future__ import annotations

from ..diagnostics import Report
from ..robot import Robot
from ..robot.references import missing_references, wording

# Comparing names is slow; a file full of unknown names must not take minutes.
_SUGGESTIONS = 50


def check_references(robot: Robot, report: Report) -> None:
    """Report every link, joint or material that is referred to and does not exist.

    Only the first fifty get a suggestion.
    """
    for count, missing in enumerate(missing_references(robot)):
        known = missing.known if count < _SUGGESTIONS else ()
        message, facts = wording(robot, missing, known)
        span = robot.source.span(missing.path) if robot.source else None
        notes = (missing.consequence,) if missing.consequence else ()
        report.add(missing.rule, message, span=span, path=missing.path, notes=notes, facts=facts)
