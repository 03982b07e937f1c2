"""An inertia is too large for the extent of the link.

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

from ...inertial import tensor_fix
from ...rule import WARNING, Context, Findings, Rule
from ...tensor import principal, symmetric

RULE = Rule(
    "P436",
    "inertia-exceeds-geometry",
    WARNING,
    "An inertia is too large for the extent of the link.",
)

AFTER = ("S10", "S112", "P431", "P432", "P434", "P435")
_SLACK = 1.5


def check(context: Context) -> Findings:
    """Compare with the largest inertia that the shapes can hold."""
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is None or inertial.mass <= 0:
            continue
        largest = principal(symmetric(inertial.inertia))[2]
        shape = context.shape_properties(link)
        if largest <= 0 or shape is None:
            continue
        reach = max(shape.reach(inertial.origin.xyz), shape.diagonal)
        bound = inertial.mass * reach * reach
        if largest > _SLACK * bound:
            yield context.find(
                RULE,
                f"link[{link.name}].inertial.inertia",
                f"the inertia of link '{link.name}', {largest:.3g}, is too large for its mass and "
                f"shapes: at most {bound:.3g}",
                fix=tensor_fix(context, link),
            )
