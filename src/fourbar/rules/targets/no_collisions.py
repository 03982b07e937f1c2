"""No link of the robot has a collision.

## What it does

Counts the collision shapes of the whole robot.

## Why it matters

A planner finds every pose free of collisions, and in a simulator the robot falls through the
floor.

## Example

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T807",
    name="no-collisions",
    severity=Severity.WARNING,
    summary="No link of the robot has a collision.",
    since="0.1",
    targets=("gazebo", "isaac", "moveit"),
)
