"""The mass of a moving link is 0.

## What it does

Finds `<inertial>` with mass 0 on links that move, unless the links welded to it have mass.

## Why it matters

Nothing resists its motion: the mass matrix is singular, MuJoCo stops, and Gazebo ignores the link.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="0"/>
    <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: mass and inertia are replaced by those of the link's shapes at the density of water.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P430",
    name="zero-mass",
    severity=Severity.WARNING,
    summary="The mass of a moving link is 0.",
    since="0.1",
    fix="unsafe",
)
