"""Whether the names that parts of a robot refer to exist."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Report
from ..robot import Robot
from ..robot.references import missing_references, wording

# Comparing names is slow; a file full of unknown names must not take minutes.
_SUGGESTIONS = 50


def check_references(robot: Robot, report: Report) -> None:
    """Report every link, joint or material that is referred to and does not exist.

    Only the first fifty get a suggestion. A material whose colour or texture could not be read has
    a finding about that, and exists.
    """
    faulty: set[str] | None = None
    for count, missing in enumerate(missing_references(robot)):
        if missing.rule.code == rules.references.UNDEFINED_MATERIAL.code:
            faulty = _faulty_materials(robot, report) if faulty is None else faulty
            if missing.name in faulty:
                continue
        known = missing.known if count < _SUGGESTIONS else ()
        message, facts = wording(robot, missing, known)
        span = robot.source.span(missing.path) if robot.source else None
        notes = (missing.consequence,) if missing.consequence else ()
        report.add(missing.rule, message, span=span, path=missing.path, notes=notes, facts=facts)


def _faulty_materials(robot: Robot, report: Report) -> set[str]:
    """The names of materials that a visual defines by something that could not be read."""
    names: set[str] = set()
    for finding in report:
        path = finding.part_path
        link = None if path is None else robot.links.get(path.name_of("link") or "")
        if path is None or link is None or not (path.has("color") or path.has("texture")):
            continue
        number = next((step.key for step in path.steps if step.kind == "visual"), None)
        if isinstance(number, int) and number < len(link.visuals):
            material = link.visuals[number].material
            names.add("" if material is None else material.name)
    return names
