"""The mass is implausibly large or small.

## What it does

Finds masses above 10,000 kg and positive ones below a milligram.

## Why it matters

Grams written for kilograms make a link a thousand times too heavy; tiny masses make the mass
matrix ill-conditioned.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="25000"/>
    <inertia ixx="9000" iyy="9000" izz="9000" ixy="0" ixz="0" iyz="0"/>
  </inertial>
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
    code="P444",
    name="implausible-mass",
    severity=Severity.INFO,
    summary="The mass is implausibly large or small.",
    since="0.1",
)
