"""A centre of mass lies far outside the link's shapes.

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

from math import hypot

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "P437",
    "center-of-mass-outside",
    WARNING,
    "A centre of mass lies far outside the link's shapes.",
)

AFTER = ("S10", "S112", "P418")


def check(context: Context) -> Findings:
    """Compare with the box around the shapes."""
    for link in context.robot.links:
        if link.inertial is None or link.inertial.mass <= 0:
            continue
        shape = context.shape_properties(link)
        if shape is None:
            continue
        low, high = shape.bounds
        center = link.inertial.origin.xyz
        outside = [max(a - c, c - b, 0.0) for a, b, c in zip(low, high, center, strict=True)]
        distance = hypot(*outside)
        if distance > 0.5 * shape.diagonal:
            path = f"link[{link.name}].inertial.origin.xyz"
            message = (
                f"the centre of mass of link '{link.name}' lies {distance:.3g} m outside its "
                f"shapes, which measure {shape.diagonal:.3g} m"
            )
            yield context.find(RULE, path, message)
