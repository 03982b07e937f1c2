"""The check of C653 lumping-of-moving-joint."""

from __future__ import annotations

from .... import rules
from ...facts.control import gazebo
from ...rule import Context, Findings

_OPTIONS = ("preserveFixedJoint", "disableFixedJointLumping")


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for path, part, element in gazebo(context):
        joint = context.robot.joints.get(part.reference or "")
        if joint is None or not joint.kind.moves or joint.name in context.robot.links:
            continue
        for inner in element.children if element is not None else ():
            if inner.tag in _OPTIONS:
                message = (
                    f"<{inner.tag}> has no effect: joint '{joint.name}' is {joint.type}, not fixed"
                )
                yield context.find(
                    rules.control.LUMPING_OF_MOVING_JOINT,
                    path / inner.tag,
                    message,
                    element=inner,
                )
