"""An axis is not a unit vector.

## What it does

Measures the axes of moving joints and of loops; a length that differs from 1 by more than 0.001
is reported.

## Why it matters

URDF asks for a unit vector. Pinocchio, MuJoCo and Drake normalise the axis; readers that do not,
such as yourdfpy, move a prismatic joint by the length of its axis.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 2"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Safe: the axis is divided by its length; its direction, which is all that an axis means, stays.
"""

from __future__ import annotations

from math import hypot

from ...edits import number, numbers
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P402", "axis-not-unit", WARNING, "An axis is not a unit vector.")

_TOLERANCE = 1e-3
_WITH_AXIS = ("revolute", "continuous", "prismatic", "planar", "universal")


def check(context: Context) -> Findings:
    """Compare the length of axes with 1."""
    for kind, parts in (("joint", context.robot.joints), ("loop", context.robot.loops)):
        for part in parts:
            length = hypot(*part.axis)
            if part.type not in _WITH_AXIS or length == 0.0 or abs(length - 1) <= _TOLERANCE:
                continue
            text = numbers([0.0 if c == 0 else c / length for c in part.axis])
            path = f"{kind}[{part.name}].axis.xyz"
            yield context.find(
                RULE,
                path,
                f"the axis of {kind} '{part.name}' has length {number(round(length, 6))}, not 1",
                fix=context.set_attribute(path, text, "normalise the axis"),
            )
