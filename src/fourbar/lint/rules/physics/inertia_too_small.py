"""An inertia is too small for the extent of the link.

## What it does

Compares the largest principal moment with that of the link's shapes at the same mass; less than
a hundredth is reported.

## Why it matters

All the mass would have to sit in the middle of the shape. The tensor belongs to another link,
or is a placeholder, and makes the simulation stiff.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.00025" iyy="0.00025" izz="0.00025" ixy="0" ixz="0" iyz="0"/>
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
from ...ratio import inertia_ratio
from ...rule import INFO, Context, Findings, Rule

RULE = Rule(
    "P439", "inertia-too-small", INFO, "An inertia is too small for the extent of the link."
)

AFTER = ("S10", "S112", "P431", "P432", "P433", "P435")
_SMALLEST = 0.01


def check(context: Context) -> Findings:
    """Compare with the shapes."""
    for link in context.robot.links:
        ratio = inertia_ratio(context, link)
        if ratio is not None and ratio < _SMALLEST:
            yield context.find(
                RULE,
                f"link[{link.name}].inertial.inertia",
                f"the inertia of link '{link.name}' is {ratio:.2g} times that of its shapes",
                fix=tensor_fix(context, link),
            )
