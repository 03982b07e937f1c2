"""A left and a right link differ in mass or inertia.

## What it does

Pairs links whose names differ in left and right (also `l`/`r` between underscores, `FL`/`FR`)
and compares masses within 5 % and principal moments within 20 %.

## Why it matters

Robots are built in mirrored pairs. A difference is a value that was corrected on one side only.

## Example

```xml
<link name="left_arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<link name="right_arm">
  <inertial>
    <mass value="3"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Use instead

```xml
<link name="left_arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<link name="right_arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...mirror import pairs
from ...rule import INFO, Context, Findings, Rule
from ...tensor import principal, symmetric

RULE = Rule(
    "P442", "mirrored-links-differ", INFO, "A left and a right link differ in mass or inertia."
)

AFTER = ("S10", "S112", "P43")
_MASS, _MOMENT = 0.05, 0.2


def check(context: Context) -> Findings:
    """Compare left with right."""
    for left, right in pairs(context.robot):
        one, two = left.inertial, right.inertial
        if one is None or two is None or one.mass <= 0 or two.mass <= 0:
            continue
        path = f"link[{right.name}].inertial"
        if abs(one.mass - two.mass) > _MASS * max(one.mass, two.mass):
            message = (
                f"link '{right.name}' has {two.mass:.4g} kg, its mirror image '{left.name}' "
                f"{one.mass:.4g} kg"
            )
            yield context.find(RULE, f"{path}.mass.value", message)
            continue
        moments = [principal(symmetric(part.inertia)) for part in (one, two)]
        largest = max(moments[0][2], moments[1][2])
        if any(abs(a - b) > _MOMENT * largest for a, b in zip(*moments, strict=True)):
            message = f"links '{left.name}' and '{right.name}' differ in inertia"
            yield context.find(RULE, f"{path}.inertia", message)
