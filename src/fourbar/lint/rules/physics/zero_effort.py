"""A joint's largest effort is zero.

## What it does

Looks at `effort` in the `<limit>` of moving joints.

## Why it matters

Taken at its word, nothing can drive the joint: Gazebo and Drake clamp its motor to zero.
Exporters write 0 for want of a number.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="0" velocity="1"/>
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

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P406", "zero-effort", WARNING, "A joint's largest effort is zero.")


def check(context: Context) -> Findings:
    """Look at the largest effort."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.effort is None or limit.effort != 0:
            continue
        message = f"joint '{joint.name}' may exert no effort"
        yield context.find(RULE, f"joint[{joint.name}].limit.effort", message)
