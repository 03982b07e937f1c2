"""A mimic joint has a command interface.

## What it does

Finds joints with `<mimic>` that ros2_control commands.

## Why it matters

A mimic joint follows its leader; ros2_control rejects a command interface on it.

## Example

```xml
<link name="a"/>
<link name="b"/>
<joint name="shoulder" type="continuous">
  <parent link="base"/>
  <child link="a"/>
</joint>
<joint name="elbow" type="continuous">
  <parent link="a"/>
  <child link="b"/>
  <mimic joint="shoulder"/>
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
<link name="a"/>
<link name="b"/>
<joint name="shoulder" type="continuous">
  <parent link="base"/>
  <child link="a"/>
</joint>
<joint name="elbow" type="continuous">
  <parent link="a"/>
  <child link="b"/>
  <mimic joint="shoulder"/>
</joint>
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
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
    code="C630",
    name="mimic-commanded",
    severity=Severity.WARNING,
    summary="A mimic joint has a command interface.",
    since="0.1",
)
