"""The target does not support the joint type.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T802",
    name="joint-type-unsupported",
    severity=Severity.WARNING,
    summary="The target does not support the joint type.",
    since="0.1",
    targets=("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio"),
)
