"""An inertia is off from the geometry by a power of a thousand.

## What it does

Compares the largest principal moment with that of the link's shapes at the same mass. A ratio
within a factor of 6 of a thousand, a million or a billion (or their inverses) is taken for a
slip of units.

## Why it matters

Grams for kilograms, millimetres for metres: the tensor is wrong by 10^3, 10^6 or 10^9, and the
robot moves like a feather or like a mountain.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="33333" iyy="33333" izz="13333" ixy="0" ixz="0" iyz="0"/>
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

Unsafe: all six moments are divided by the power of a thousand.
"""

from __future__ import annotations

from math import log10

from ...inertial import scale_fix
from ...ratio import inertia_ratio
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "P435",
    "inertia-units",
    WARNING,
    "An inertia is off from the geometry by a power of a thousand.",
)

AFTER = ("S10", "S112", "P431", "P432", "P433")
_SLACK = log10(6)


def check(context: Context) -> Findings:
    """Compare with the shapes."""
    for link in context.robot.links:
        ratio = inertia_ratio(context, link)
        if ratio is None:
            continue
        power = 3 * round(log10(ratio) / 3)
        if power == 0 or abs(power) > 9 or abs(log10(ratio) - power) > _SLACK:
            continue
        yield context.find(
            RULE,
            f"link[{link.name}].inertial.inertia",
            f"the inertia of link '{link.name}' is {ratio:.2g} times that of its shapes: "
            f"off by 10^{power}?",
            fix=scale_fix(context, link, 10.0**-power),
        )
