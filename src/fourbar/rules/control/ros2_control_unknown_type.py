"""Unknown type of ros2_control block.

## What it does

Compares `type` with system, actuator and sensor.

## Why it matters

The resource manager knows these three kinds of hardware and rejects others.

## Example

```xml
<ros2_control name="arm_control" type="sytem">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position"/>
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
    <command_interface name="position"/>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Fix safety

Unsafe: the type becomes the one it resembles.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C622",
    name="ros2-control-unknown-type",
    severity=Severity.WARNING,
    summary="Unknown type of ros2_control block.",
    since="0.1",
    fix="unsafe",
)
