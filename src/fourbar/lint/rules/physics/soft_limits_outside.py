"""Soft limits lie outside the hard ones, or are reversed.

## What it does

Compares the soft limits of `<safety_controller>` with each other and with `<limit>`.

## Why it matters

A controller that brakes at the soft limit brakes too late, or never lets the joint move.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <safety_controller soft_lower_limit="-2" soft_upper_limit="2" k_position="20" k_velocity="5"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="20" k_velocity="5"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...edits import number
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "P415",
    "soft-limits-outside",
    WARNING,
    "Soft limits lie outside the hard ones, or are reversed.",
)

AFTER = ("P403", "P404", "P405")


def check(context: Context) -> Findings:
    """Compare soft and hard limits."""
    for joint in context.robot.joints:
        safety = joint.safety_controller
        if safety is None or joint.dof != 1:
            continue
        low, high = safety.soft_lower_limit or 0.0, safety.soft_upper_limit or 0.0
        lower, upper = joint.bounds
        path = f"joint[{joint.name}].safety_controller"
        if low > high:
            message = f"the soft limits of joint '{joint.name}' are reversed"
            yield context.find(RULE, f"{path}.soft_lower_limit", message)
        elif low < lower - 1e-9:
            message = f"soft limit {number(low)} of joint '{joint.name}' is below {number(lower)}"
            yield context.find(RULE, f"{path}.soft_lower_limit", message)
        elif high > upper + 1e-9:
            message = f"soft limit {number(high)} of joint '{joint.name}' is above {number(upper)}"
            yield context.find(RULE, f"{path}.soft_upper_limit", message)
