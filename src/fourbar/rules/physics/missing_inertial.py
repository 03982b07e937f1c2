"""A moving link has no <inertial>.

## What it does

Finds links without `<inertial>` that move, unless links welded to them have a mass.

## Why it matters

Gazebo ignores them and everything attached to them, MuJoCo rejects the file, and others compute
with a singular mass matrix.

## Example

```xml
<link name="arm">
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

Unsafe: mass and inertia of the link's shapes at the density of water are added. Where there are
no shapes there is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P441",
    name="missing-inertial",
    severity=Severity.WARNING,
    summary="A moving link has no <inertial>.",
    since="0.1",
    fix="unsafe",
)
