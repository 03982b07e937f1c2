"""A joint's limits leave it one position.

## What it does

Finds revolute and prismatic joints whose lower and upper limit are equal; a `<limit>` without
them means 0 to 0.

## Why it matters

The joint cannot move. It should be fixed, continuous, or get the limits that were forgotten.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit effort="5" velocity="1"/>
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
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P405", "no-range", WARNING, "A joint's limits leave it one position.")

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Compare the two limits."""
    for joint in context.robot.joints:
        limit = joint.limit
        if limit is None or joint.type not in ("revolute", "prismatic"):
            continue
        lower, upper = joint.bounds
        if lower != upper:
            continue
        unstated = limit.lower is None and limit.upper is None
        reason = "none is written, which means 0 to 0" if unstated else f"both are {number(lower)}"
        message = f"the limits of joint '{joint.name}' leave it no range: {reason}"
        yield context.find(RULE, f"joint[{joint.name}].limit", message)
