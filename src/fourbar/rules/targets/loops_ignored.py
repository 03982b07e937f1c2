"""The target ignores loops and couplings.

## What it does

Finds `<loop>` and `<coupling>` where the target reads plain URDF.

## Why it matters

Gazebo, MuJoCo, Isaac, MoveIt, KDL, Drake and Pinocchio skip elements they do not know: the
mechanism falls open without a message.

## Example

```xml
<loop name="close" type="continuous">
  <predecessor link="left"/>
  <successor link="right"/>
</loop>
```

## Use instead

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T801",
    name="loops-ignored",
    severity=Severity.WARNING,
    summary="The target ignores loops and couplings.",
    since="0.1",
    targets=("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio"),
)
