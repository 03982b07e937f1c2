"""A limit or initial value of an interface is not a number.

## What it does

Reads `min`, `max` and `initial_value` of ros2_control interfaces as numbers.

## Why it matters

The hardware fails to start, or takes zero.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position">
      <param name="min">-1</param>
      <param name="max">1,0</param>
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
    code="C627",
    name="parameter-not-a-number",
    severity=Severity.WARNING,
    summary="A limit or initial value of an interface is not a number.",
    since="0.1",
)
