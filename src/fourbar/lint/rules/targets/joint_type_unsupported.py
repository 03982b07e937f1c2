"""The target does not know a joint type.

## What it does

Compares the joint types with those the target reads. Universal joints are unknown to all
targets; spherical ones to all but MuJoCo; KDL makes fixed joints of floating and planar ones,
and Gazebo makes no joint of planar ones.

## Why it matters

A joint of an unknown type is an error that ends the loading, or a joint that moves in another
way.

## Example

```xml
<joint name="elbow" type="spherical">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import ERROR, WARNING, Context, Findings, Rule

RULE = Rule("T802", "joint-type-unsupported", WARNING, "The target does not know a joint type.")

TARGETS = ("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio")
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
        path = f"joint[{joint.name}].type"
        refused = [t for t in context.settings.targets if joint.type in _REFUSED.get(t, ())]
        if refused:
            message = f"{' and '.join(refused)} cannot read {joint.type} joint '{joint.name}'"
            yield context.find(RULE, path, message, severity=ERROR)
            continue
        for target in context.settings.targets:
            becomes = _CHANGED.get((target, joint.type))
            if becomes is not None:
                message = f"in {target}, {joint.type} joint '{joint.name}' will be {becomes}"
                yield context.find(RULE, path, message)
