"""The check of T809 lumped-reference."""

from __future__ import annotations

from .... import rules
from ...facts.control import gazebo
from ...rule import Context, Findings

_KEPT = ("preserveFixedJoint", "disableFixedJointLumping")


def check(context: Context) -> Findings:
    """Look for merged links."""
    robot = context.robot
    kept = {
        part.reference
        for _, part, _ in gazebo(context)
        if any(getattr(extra, "tag", "") in _KEPT for extra in part.extra)
    }
    for path, part, element in gazebo(context):
        above = robot.parent_joints.get(part.reference or "", ())
        if not above or above[0].kind.moves or above[0].name in kept:
            continue
        if part.reference in kept:
            continue
        message = f"Gazebo merges link '{part.reference}' into '{above[0].parent}', so this is lost"
        yield context.find(
            rules.targets.LUMPED_REFERENCE,
            path / "reference",
            message,
            element=element,
            attribute="reference",
        )
