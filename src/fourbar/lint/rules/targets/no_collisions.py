"""No link of the robot can be touched.

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

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("T807", "no-collisions", WARNING, "No link of the robot can be touched.")

TARGETS = ("gazebo", "isaac", "moveit")


def check(context: Context) -> Findings:
    """Count the shapes."""
    links = context.robot.links
    if links and not any(link.collisions for link in links):
        yield context.find(RULE, "robot", "no link has a collision shape")
