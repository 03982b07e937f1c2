"""The target fixes the root to the world.

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

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("T810", "root-is-welded", INFO, "The target fixes the root to the world.")

TARGETS = ("mujoco", "pinocchio")


def check(context: Context) -> Findings:
    """Look at the root."""
    roots = context.robot.roots
    if len(roots) != 1 or roots[0].inertial is None or roots[0].inertial.mass <= 0:
        return
    names = " and ".join(t for t in context.settings.targets if t in TARGETS)
    message = f"{names} will weld '{roots[0].name}' to the world; its mass counts for nothing"
    yield context.find(RULE, f"link[{roots[0].name}]", message)
