"""The mass does not fit the volume of the shapes.

## What it does

Divides the mass by the volume of the link's shapes: less than 1 kg/m^3 is lighter than air,
more than 50,000 kg/m^3 is twice as heavy as any metal.

## Why it matters

A unit error in the mass (grams, pounds) or in the size (millimetres) shows up here first.
Simplified shapes are often too large or too small, so this is a hint only.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2000"/>
    <inertia ixx="33" iyy="33" izz="13" ixy="0" ixz="0" iyz="0"/>
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P438",
    name="implausible-density",
    severity=Severity.INFO,
    summary="The mass does not fit the volume of the shapes.",
    since="0.1",
)
