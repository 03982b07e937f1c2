"""The inertia differs from the geometry by a power of 1000, as if in other units.

## What it does

Compares the largest principal moment with that of the link's shapes at the same mass. A ratio
within a factor of 6 of a thousand, a million or a billion (or their inverses) is treated as a unit
error.

## Why it matters

Grams for kilograms, millimetres for metres: the tensor is wrong by 10^3, 10^6 or 10^9, and the
robot moves like a feather or like a mountain.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="33333" iyy="33333" izz="13333" ixy="0" ixz="0" iyz="0"/>
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

Unsafe: all six moments are divided by the power of a thousand.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P435",
    name="inertia-units",
    severity=Severity.WARNING,
    summary="The inertia differs from the geometry by a power of 1000, as if in other units.",
    since="0.1",
    fix="unsafe",
)
