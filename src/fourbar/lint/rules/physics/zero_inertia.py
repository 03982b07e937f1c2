"""A link has mass and a zero inertia tensor.

## What it does

Finds links with a mass whose six moments are all zero, unless nothing can turn them.

## Why it matters

A point mass does not resist turning: the mass matrix is singular for a hinge through it, and
MuJoCo refuses the file.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>
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
from ...tensor import symmetric

RULE = Rule("P433", "zero-inertia", WARNING, "A link has mass and a zero inertia tensor.")

AFTER = ("S10", "S112", "P431")


def check(context: Context) -> Findings:
    """Look for tensors of zeros."""
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is None or inertial.mass <= 0 or any(symmetric(inertial.inertia)):
            continue
        if not context.bodies.moves(link.name):
            continue
        yield context.find(
            RULE,
            f"link[{link.name}].inertial.inertia",
            f"link '{link.name}' has a mass and no inertia",
            fix=tensor_fix(context, link),
        )
