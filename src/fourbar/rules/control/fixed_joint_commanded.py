"""A fixed joint has a command interface.

## What it does

Looks at the type of the joints that ros2_control commands.

## Why it matters

A fixed joint cannot follow; simulators have merged it away and report that it does not exist.

## Example

```xml
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="tip"/>
</joint>
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

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
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
    code="C629",
    name="fixed-joint-commanded",
    severity=Severity.WARNING,
    summary="A fixed joint has a command interface.",
    since="0.1",
)
