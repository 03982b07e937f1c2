"""An actuator block has more than one joint.

## What it does

Counts the joints of `<ros2_control type="actuator">`.

## Why it matters

An actuator drives one joint; hardware with several is a system.

## Example

```xml
<ros2_control name="arm_control" type="actuator">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position"/>
    <state_interface name="position"/>
  </joint>
  <joint name="shoulder">
    <command_interface name="position"/>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Use instead

```xml
<ros2_control name="arm_control" type="actuator">
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

Unsafe: the type becomes system. The plugin must be one for systems then.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C631",
    name="actuator-with-several-joints",
    severity=Severity.WARNING,
    summary="An actuator block has more than one joint.",
    since="0.1",
    fix="unsafe",
)
