"""The target fixes the root link to the world.

## What it does

Finds robots whose root has a mass and no link named `world` above it.

## Why it matters

MuJoCo, KDL and Pinocchio (without a root joint) weld the root of a URDF to the world, and its
mass is lost; Drake, Gazebo and Isaac let it fall. A mobile robot needs the choice made
explicitly.

## Example

```xml
<link name="base">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Use instead

```xml
<link name="world"/>
<link name="base">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<joint name="free" type="floating">
  <parent link="world"/>
  <child link="base"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T810",
    name="root-is-welded",
    severity=Severity.INFO,
    summary="The target fixes the root link to the world.",
    since="0.1",
    targets=("mujoco", "pinocchio"),
)
