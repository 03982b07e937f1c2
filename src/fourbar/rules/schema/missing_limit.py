"""A revolute or prismatic joint has no limits.

## What it does

Looks for `<limit>` in revolute and prismatic joints. Joints that `<mimic>` others count too.

## Why it matters

URDF requires it: urdfdom and everything built on it (ROS, Pinocchio, KDL) reject the file. Drake,
MuJoCo and the URDF+ paper read the joint as unlimited.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe, and for revolute joints only: the type becomes continuous, which is what a revolute joint
without limits amounts to.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S140",
    name="missing-limit",
    severity=Severity.WARNING,
    summary="A revolute or prismatic joint has no limits.",
    since="0.1",
    fix="unsafe",
)
