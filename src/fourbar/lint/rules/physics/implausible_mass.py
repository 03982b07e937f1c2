"""A mass is implausibly large or small.

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

from ...edits import number
from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P444", "implausible-mass", INFO, "A mass is implausibly large or small.")

_LARGEST, _SMALLEST = 1e4, 1e-6


def check(context: Context) -> Findings:
    """Look at the mass."""
    for link in context.robot.links:
        mass = link.inertial.mass if link.inertial is not None else 0.0
        if mass > _LARGEST or 0 < mass < _SMALLEST:
            path = f"link[{link.name}].inertial.mass.value"
            yield context.find(RULE, path, f"link '{link.name}' has a mass of {number(mass)} kg")
