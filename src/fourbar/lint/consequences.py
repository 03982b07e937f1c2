"""Findings that only follow from a joint or a material that could not be read.

Such a joint is left out of the robot, and what refers to it seems to refer to nothing. That links
which hang on it are left out too is a finding of its own, as it is when the file is loaded. A
material whose colour or texture could not be read exists, though it has neither.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from ..robot import Robot
from .context import Context

_UNKNOWN_MATERIAL = "R204"
_UNKNOWN_JOINT = ("R202", "C601", "C620", "C650", "C671")


def without_consequences(context: Context, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings that stand for themselves."""
    findings = list(found)
    lost: dict[str, set[str]] = dict.fromkeys(_UNKNOWN_JOINT, _left_out(context))
    if any(finding.code == _UNKNOWN_MATERIAL for finding in findings):
        lost[_UNKNOWN_MATERIAL] = _faulty_materials(context.robot, findings)
    return [f for f in findings if f.code not in lost or f.fact("name") not in lost[f.code]]


def _left_out(context: Context) -> set[str]:
    """Joints that the file has and the robot has not."""
    if context.document is None:
        return set()
    names = {
        e.attributes.get("name", "") for e in context.document.root.children if e.tag == "joint"
    }
    return {name for name in names if name and name not in context.robot.joints}


def _faulty_materials(robot: Robot, findings: Iterable[Diagnostic]) -> set[str]:
    """The names of materials that a visual defines by something that could not be read."""
    names: set[str] = set()
    for finding in findings:
        path = finding.part_path
        link = None if path is None else robot.links.get(path.name_of("link") or "")
        if path is None or link is None or not (path.has("color") or path.has("texture")):
            continue
        number = next((step.key for step in path.steps if step.kind == "visual"), None)
        if isinstance(number, int) and number < len(link.visuals):
            material = link.visuals[number].material
            names.add("" if material is None else material.name)
    return names
