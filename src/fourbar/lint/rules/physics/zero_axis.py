"""A moving joint's axis is zero.

## What it does

Measures the axis of revolute, continuous, prismatic, planar and universal joints and of loops
that need one.

## Why it matters

A zero vector has no direction. MuJoCo and Drake stop; others compute with it, and the joint
does not move.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 0"/>
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

There is no fix.
"""

from __future__ import annotations

from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("P401", "zero-axis", ERROR, "A moving joint's axis is zero.")

_WITH_AXIS = ("revolute", "continuous", "prismatic", "planar", "universal")


def check(context: Context) -> Findings:
    """Look for axes without direction."""
    for kind, parts in (("joint", context.robot.joints), ("loop", context.robot.loops)):
        for part in parts:
            if part.type not in _WITH_AXIS:
                continue
            axes = [("axis", part.axis)]
            if part.axis2 is not None and part.type == "universal":
                axes.append(("axis2", part.axis2))
            for name, axis in axes:
                if not any(axis):
                    path = f"{kind}[{part.name}].{name}.xyz"
                    message = f"the {name} of {part.type} {kind} '{part.name}' is zero"
                    yield context.find(RULE, path, message)
