"""A ros2_control component has no interfaces.

## What it does

Counts the command and state interfaces of joints, sensors and GPIOs.

## Why it matters

Without interfaces nothing can be read from it or written to it.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C623",
    name="component-without-interfaces",
    severity=Severity.WARNING,
    summary="A ros2_control component has no interfaces.",
    since="0.1",
)
