"""The zero position is outside the joint limits.

## What it does

Checks whether 0 lies between the limits of revolute and prismatic joints.

## Why it matters

Viewers, simulators and planners start at zero and show or reject a pose that the robot cannot
reach.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P414",
    name="zero-outside-limits",
    severity=Severity.INFO,
    summary="The zero position is outside the joint limits.",
    since="0.1",
)
