"""The target ignores springs of joints.

## What it does

Finds `<spring>` where the target reads URDF without it, which is everywhere: URDF itself has none.

## Why it matters

The joint moves as if nothing pulled it back, without a warning.

| target | springs of URDF | known from |
| --- | --- | --- |
| MuJoCo | not read | 4.0.0, tried: `jnt_stiffness` is zero |
| Drake | not read | 1.51.1, tried: the plant has no force element but gravity |
| Pinocchio | not read | 4.1.0, tried: `rnea` at rest is zero |
| Newton | not read | 1.8.0, tried: `joint_stiffness` is zero |
| KDL, Gazebo | not read | urdfdom, which reads for both, has no place for it |

## Example

```xml
<link name="tip"/>
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <spring stiffness="20" rest="0.1"/>
</joint>
```

## Use instead

```xml
<link name="tip"/>
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

MJCF, SDFormat and USD have springs: `fourbar convert arm.urdf arm.xml` writes them for MuJoCo,
`arm.sdf` for Drake, `arm.usda` for Newton.

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T813",
    name="spring-ignored",
    severity=Severity.WARNING,
    summary="The target ignores springs of joints.",
    since="0.1",
    targets=("gazebo", "mujoco", "kdl", "drake", "pinocchio", "newton"),
)
