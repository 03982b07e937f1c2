"""The check of T811 damping-ignored."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

_IGNORED = {
    "kdl": ("damping", "friction"),
    "drake": ("friction",),
    "pinocchio": ("damping", "friction"),
}


def check(context: Context) -> Findings:
    """Look for losses that somebody leaves out."""
    for joint in context.robot.joints:
        if joint.dynamics is None:
            continue
        for target in context.settings.targets:
            lost = [name for name in _IGNORED.get(target, ()) if getattr(joint.dynamics, name)]
            if lost:
                message = f"{target} will ignore {' and '.join(lost)} of joint '{joint.name}'"
                path = PartPath("joint", joint.name) / "dynamics"
                yield context.find(rules.targets.DAMPING_IGNORED, path, message)
