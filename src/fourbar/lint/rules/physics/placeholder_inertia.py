"""An inertia looks like a placeholder.

## What it does

Finds tensors whose three moments are all exactly 1 on links of less than 50 kg.

## Why it matters

It is what exporters and tutorials write before the numbers are known. A link of 1 kg m^2 moves
like a flywheel.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="1 1 1"/>
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
from ...rule import INFO, Context, Findings, Rule
from ...tensor import symmetric

RULE = Rule("P443", "placeholder-inertia", INFO, "An inertia looks like a placeholder.")

AFTER = ("P435", "P436")


def check(context: Context) -> Findings:
    """Look for ones."""
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is None or not 0 < inertial.mass < 50:
            continue
        if symmetric(inertial.inertia)[:3] == (1.0, 1.0, 1.0):
            yield context.find(
                RULE,
                f"link[{link.name}].inertial.inertia",
                f"the inertia of link '{link.name}' is 1, 1, 1: a placeholder?",
                fix=tensor_fix(context, link),
            )
