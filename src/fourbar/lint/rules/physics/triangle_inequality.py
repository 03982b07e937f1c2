"""A principal moment is larger than the sum of the other two.

## What it does

Computes the principal moments A <= B <= C of every tensor and checks A + B >= C. A violation of
less than one percent, as rounding leaves it, is an info.

## Why it matters

For any distribution of mass A + B >= C. MuJoCo refuses other tensors, however small the
violation, and energies come out wrong.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.05" ixy="0" ixz="0" iyz="0"/>
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
from ...rule import INFO, WARNING, Context, Findings, Rule
from ...tensor import principal, symmetric

RULE = Rule(
    "P434",
    "triangle-inequality",
    WARNING,
    "A principal moment is larger than the sum of the other two.",
)

AFTER = ("S10", "S112", "P431", "P432")
_ROUNDING, _SMALL = 1e-6, 0.01


def check(context: Context) -> Findings:
    """Compare the principal moments."""
    for link in context.robot.links:
        if link.inertial is None:
            continue
        a, b, c = principal(symmetric(link.inertial.inertia))
        if a + b >= c * (1 - _ROUNDING):
            continue
        yield context.find(
            RULE,
            f"link[{link.name}].inertial.inertia",
            f"no body has the inertia of link '{link.name}': {a:.6g} + {b:.6g} < {c:.6g}",
            fix=tensor_fix(context, link),
            severity=INFO if a + b >= c * (1 - _SMALL) else None,
        )
