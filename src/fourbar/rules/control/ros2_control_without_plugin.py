"""A ros2_control block has no hardware plugin.

## What it does

Looks for `<hardware><plugin>` in `<ros2_control>` blocks.

## Why it matters

The resource manager does not know what to load and rejects the description.

## Example

```xml
<ros2_control name="arm_control" type="system">
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C621",
    name="ros2-control-without-plugin",
    severity=Severity.WARNING,
    summary="A ros2_control block has no hardware plugin.",
    since="0.1",
)
