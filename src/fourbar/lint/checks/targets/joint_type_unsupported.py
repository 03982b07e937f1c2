"""The check of T802 joint-type-unsupported."""

from __future__ import annotations

from .... import rules
from ...rule import ERROR, Context, Findings, PartPath

_REFUSED = {
    "gazebo": ("spherical", "universal"),
    "mujoco": ("universal",),
    "isaac": ("spherical", "universal"),
    "moveit": ("spherical", "universal"),
    "kdl": ("spherical", "universal"),
    "drake": ("spherical", "universal"),
    "pinocchio": ("spherical", "universal"),
}
_CHANGED = {("kdl", "floating"): "fixed", ("kdl", "planar"): "fixed", ("gazebo", "planar"): "free"}


def check(context: Context) -> Findings:
    """Compare the types."""
    for joint in context.moving_joints:
        path = PartPath("joint", joint.name) / "type"
        refused = [t for t in context.settings.targets if joint.type in _REFUSED.get(t, ())]
        if refused:
            message = f"{' and '.join(refused)} cannot read {joint.type} joint '{joint.name}'"
            yield context.find(rules.targets.JOINT_TYPE_UNSUPPORTED, path, message, severity=ERROR)
            continue
        for target in context.settings.targets:
            becomes = _CHANGED.get((target, joint.type))
            if becomes is not None:
                message = f"in {target}, {joint.type} joint '{joint.name}' will be {becomes}"
                yield context.find(rules.targets.JOINT_TYPE_UNSUPPORTED, path, message)
