"""A continuous joint states no largest velocity.

## What it does

Looks for `<limit velocity>` in continuous joints.

## Why it matters

MoveIt cannot time a trajectory of a joint without one: its time parametrisation fails.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit effort="5" velocity="2"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "T808", "continuous-without-velocity", WARNING, "A continuous joint states no largest velocity."
)

TARGETS = ("moveit",)


def check(context: Context) -> Findings:
    """Look for the velocity."""
    for joint in context.robot.joints:
        if joint.type == "continuous" and (joint.limit is None or joint.limit.velocity is None):
            message = f"continuous joint '{joint.name}' has no largest velocity"
            yield context.find(RULE, f"joint[{joint.name}]", message)
