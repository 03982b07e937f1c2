"""An inertia tensor has a negative principal moment.

## What it does

Computes the principal moments of every tensor; one below zero by more than a millionth of the
largest is reported.

## Why it matters

No body has such a tensor. The mass matrix loses its positive definiteness, and simulators stop
or diverge.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0.05" ixz="0" iyz="0"/>
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
from ...rule import ERROR, Context, Findings, Rule
from ...tensor import principal, symmetric

RULE = Rule(
    "P432",
    "inertia-not-positive-definite",
    ERROR,
    "An inertia tensor has a negative principal moment.",
)

AFTER = ("S10", "S112", "P431")
_TOLERANCE = 1e-6


def check(context: Context) -> Findings:
    """Compute the principal moments."""
    for link in context.robot.links:
        if link.inertial is None:
            continue
        moments = principal(symmetric(link.inertial.inertia))
        if moments[0] >= -_TOLERANCE * max(map(abs, moments)):
            continue
        shown = ", ".join(f"{moment:.3g}" for moment in moments)
        yield context.find(
            RULE,
            f"link[{link.name}].inertial.inertia",
            f"the inertia of link '{link.name}' has a negative principal moment: {shown}",
            fix=tensor_fix(context, link),
        )
