"""A joint's largest velocity is negative.

## What it does

Looks at `velocity` in the `<limit>` of moving joints.

## Why it matters

It is the bound of a magnitude; a negative one has no meaning, and Pinocchio refuses the file.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="-1"/>
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

from ...edits import number
from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("P409", "negative-velocity", ERROR, "A joint's largest velocity is negative.")


def check(context: Context) -> Findings:
    """Look at the largest velocity."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.velocity is None or not limit.velocity < 0:
            continue
        message = (
            f"the largest velocity of joint '{joint.name}' is negative, {number(limit.velocity)}"
        )
        yield context.find(RULE, f"joint[{joint.name}].limit.velocity", message)
