"""A joint's zero position lies outside its limits.

## What it does

Looks whether 0 lies between the limits of revolute and prismatic joints.

## Why it matters

Viewers, simulators and planners start at zero and show, or refuse, a pose the robot cannot
take.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="0.5" upper="1" effort="5" velocity="1"/>
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

RULE = Rule("P414", "zero-outside-limits", INFO, "A joint's zero position lies outside its limits.")

AFTER = ("P403", "P404", "P405", "P412")


def check(context: Context) -> Findings:
    """Look where zero lies."""
    for joint in context.robot.joints:
        if joint.type not in ("revolute", "prismatic") or joint.limit is None:
            continue
        lower, upper = joint.bounds
        if lower <= 1e-9 and upper >= -1e-9:
            continue
        name = "lower" if lower > 0 else "upper"
        message = (
            f"the zero position of joint '{joint.name}' lies outside its limits "
            f"{number(lower)} to {number(upper)}"
        )
        yield context.find(RULE, f"joint[{joint.name}].limit.{name}", message)
