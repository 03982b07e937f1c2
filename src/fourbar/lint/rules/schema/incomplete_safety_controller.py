"""A safety controller has no velocity gain.

## What it does

Looks for `k_velocity` in `<safety_controller>`.

## Why it matters

It is required; urdfdom refuses the joint, and with it the file.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="20"/>
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

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "S146", "incomplete-safety-controller", WARNING, "A safety controller has no velocity gain."
)

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Look for the attribute."""
    for joint in context.robot.joints:
        safety = joint.safety_controller
        if safety is not None and safety.k_velocity is None:
            message = f"the safety controller of joint '{joint.name}' has no k_velocity"
            yield context.find(RULE, f"joint[{joint.name}].safety_controller", message)
