"""A link's mass does not fit the volume of its shapes.

## What it does

Divides the mass by the volume of the link's shapes: less than 1 kg/m^3 is lighter than air,
more than 50,000 kg/m^3 is twice as heavy as any metal.

## Why it matters

A unit slip in the mass (grams, pounds) or in the size (millimetres) shows up here first.
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

from ...edits import number
from ...rule import INFO, Context, Findings, Rule

RULE = Rule(
    "P438", "implausible-density", INFO, "A link's mass does not fit the volume of its shapes."
)

AFTER = ("S10", "S112", "P431")
_LOWEST, _HIGHEST = 1.0, 5e4


def check(context: Context) -> Findings:
    """Divide mass by volume."""
    for link in context.robot.links:
        if link.inertial is None or link.inertial.mass <= 0:
            continue
        shape = context.shape_properties(link)
        if shape is None:
            continue
        density = link.inertial.mass / shape.volume
        if _LOWEST <= density <= _HIGHEST:
            continue
        path = f"link[{link.name}].inertial.mass.value"
        message = (
            f"link '{link.name}' has {number(link.inertial.mass)} kg in {shape.volume:.3g} m^3: "
            f"{density:.3g} kg/m^3"
        )
        yield context.find(RULE, path, message)
