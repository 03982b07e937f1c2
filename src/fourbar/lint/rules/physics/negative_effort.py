"""A joint's largest effort is negative.

## What it does

Looks at `effort` in the `<limit>` of moving joints.

## Why it matters

It is the bound of a magnitude; a negative one has no meaning, and Pinocchio refuses the file.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="-5" velocity="1"/>
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

RULE = Rule("P407", "negative-effort", ERROR, "A joint's largest effort is negative.")


def check(context: Context) -> Findings:
    """Look at the largest effort."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.effort is None or not limit.effort < 0:
            continue
        message = f"the largest effort of joint '{joint.name}' is negative, {number(limit.effort)}"
        yield context.find(RULE, f"joint[{joint.name}].limit.effort", message)
