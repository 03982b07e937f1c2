"""A mimic joint is driven beyond its limits.

## What it does

Compares the range of a mimic joint with multiplier times the range of the joint it follows,
plus the offset.

## Why it matters

Somewhere in the range of the leader the follower has nowhere to go. Simulators tear at the two,
planners find no state.

## Example

```xml
<joint name="finger" type="prismatic">
  <parent link="base"/>
  <child link="upper"/>
  <axis xyz="0 1 0"/>
  <limit lower="0" upper="0.02" effort="5" velocity="1"/>
  <mimic joint="thumb" multiplier="2"/>
</joint>
```

## Use instead

```xml
<joint name="finger" type="prismatic">
  <parent link="base"/>
  <child link="upper"/>
  <axis xyz="0 1 0"/>
  <limit lower="0" upper="0.02" effort="5" velocity="1"/>
  <mimic joint="thumb" multiplier="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from math import isfinite

from ...edits import number
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P411", "mimic-beyond-limits", WARNING, "A mimic joint is driven beyond its limits.")

AFTER = ("P40",)
# Rounded limits of the two joints need not agree to the last digit.
_SLACK = 0.01


def check(context: Context) -> Findings:
    """Compare the two ranges."""
    for joint in context.robot.joints:
        leader = context.robot.joints.get(joint.mimic.joint) if joint.mimic else None
        if joint.mimic is None or leader is None or joint.dof != 1 or leader.dof != 1:
            continue
        ends = [joint.mimic.multiplier * b + joint.mimic.offset for b in leader.bounds]
        low, high = joint.bounds
        if not all(map(isfinite, (*ends, low, high))):
            continue
        slack = _SLACK * (high - low)
        if low - slack <= min(ends) and max(ends) <= high + slack:
            continue
        given = f"{number(round(min(ends), 6))} to {number(round(max(ends), 6))}"
        message = (
            f"following '{leader.name}', joint '{joint.name}' goes from {given}, "
            f"beyond its limits {number(low)} to {number(high)}"
        )
        yield context.find(RULE, f"joint[{joint.name}].mimic", message)
