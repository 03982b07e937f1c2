"""The centre of mass is far outside the shapes of the link.

## What it does

Compares the origin of `<inertial>` with the box around the link's shapes, widened by half its
diagonal.

## Why it matters

The mass of a link lies where its parts are. A centre far away comes from another frame (a CAD
origin, the parent's frame) or another unit.

## Example

```xml
<link name="arm">
  <inertial>
    <origin xyz="0 0 5"/>
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

## Use instead

```xml
<link name="arm">
  <inertial>
    <origin xyz="0 0 0.05"/>
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P437",
    name="center-of-mass-outside",
    severity=Severity.WARNING,
    summary="The centre of mass is far outside the shapes of the link.",
    since="0.1",
)
