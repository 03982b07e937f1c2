"""A command interface allows more than the joint's limits.

## What it does

Compares `min` and `max` of position command interfaces with the joint's limits, and those of
velocity and effort interfaces with its largest velocity and effort.

## Why it matters

The controller may send commands that the joint cannot follow.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position">
      <param name="min">-3</param>
      <param name="max">3</param>
    </command_interface>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Use instead

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position">
      <param name="min">-1</param>
      <param name="max">1</param>
    </command_interface>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C626",
    name="command-beyond-limits",
    severity=Severity.WARNING,
    summary="A command interface allows more than the joint's limits.",
    since="0.1",
)
