"""A joint's damping or friction is negative.

## What it does

Looks at `damping` and `friction` of `<dynamics>`.

## Why it matters

Negative damping feeds energy into the joint: Drake refuses it, elsewhere the simulation
accelerates until it breaks.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <dynamics damping="-0.5"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <dynamics damping="0.5"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...edits import number
from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("P416", "negative-dynamics", ERROR, "A joint's damping or friction is negative.")


def check(context: Context) -> Findings:
    """Look for negative numbers."""
    for joint in context.robot.joints:
        for name in ("damping", "friction"):
            value = getattr(joint.dynamics, name, None)
            if value is not None and value < 0:
                message = f"the {name} of joint '{joint.name}' is negative, {number(value)}"
                yield context.find(RULE, f"joint[{joint.name}].dynamics.{name}", message)
