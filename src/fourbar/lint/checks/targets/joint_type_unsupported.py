"""The check of T802 joint-type-unsupported."""

from __future__ import annotations

from .... import rules
from ...facts.own_elements import written_for
from ...rule import ERROR, Context, Findings, PartPath

# What these read besides URDF's own joint types.
_READ: dict[str, tuple[str, ...]] = {
    "gazebo": (),
    "mujoco": ("spherical",),
    "isaac": (),
    "moveit": (),
    "kdl": (),
    "drake": (),
    "pinocchio": (),
}
_CHANGED = {("kdl", "floating"): "fixed", ("kdl", "planar"): "fixed", ("gazebo", "planar"): "free"}


def check(context: Context) -> Findings:
    """Compare the types."""
    for joint in context.moving_joints:
        path = PartPath("joint", joint.name) / "type"
        own = written_for(context.robot, "joint", joint.name)
        refused = [
            target
            for target in context.settings.targets
            if target != own
            and not joint.kind.urdf
            and joint.type not in _READ.get(target, (joint.type,))
        ]
        if refused:
            message = f"{' and '.join(refused)} cannot read {joint.type} joint '{joint.name}'"
            yield context.find(rules.targets.JOINT_TYPE_UNSUPPORTED, path, message, severity=ERROR)
            continue
        for target in context.settings.targets:
            becomes = _CHANGED.get((target, joint.type))
            if becomes is not None:
                message = f"in {target}, {joint.type} joint '{joint.name}' becomes {becomes}"
                yield context.find(rules.targets.JOINT_TYPE_UNSUPPORTED, path, message)
