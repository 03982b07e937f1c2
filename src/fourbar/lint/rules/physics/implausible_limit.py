"""A largest effort or velocity is implausible.

## What it does

Finds efforts above 100,000 N m or N and velocities above 1000 rad/s or m/s.

## Why it matters

They usually stand for "unlimited", and let simulations blow up where a real limit would have
held.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1e9" velocity="1"/>
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
from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P413", "implausible-limit", INFO, "A largest effort or velocity is implausible.")

_LARGEST = {"effort": 1e5, "velocity": 1e3}


def check(context: Context) -> Findings:
    """Look for huge numbers."""
    for joint in context.moving_joints:
        for name, largest in _LARGEST.items():
            value = getattr(joint.limit, name, None)
            if value is not None and largest < value < float("inf"):
                message = f"the largest {name} of joint '{joint.name}' is {number(value)}"
                yield context.find(RULE, f"joint[{joint.name}].limit.{name}", message)
