"""The inertia is too large for the size of the link.

## What it does

Compares the largest principal moment with mass times the square of the distance from the centre
of mass to the farthest corner of a box around the shapes.

## Why it matters

Even if all the mass sat at the farthest point, the inertia would be smaller. The tensor belongs
to another link, another mass or another frame.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.9" iyy="0.9" izz="0.9" ixy="0" ixz="0" iyz="0"/>
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

Unsafe: the tensor is replaced by that of the link's shapes with the stated mass.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P436",
    name="inertia-exceeds-geometry",
    severity=Severity.WARNING,
    summary="The inertia is too large for the size of the link.",
    since="0.1",
    fix="unsafe",
)
