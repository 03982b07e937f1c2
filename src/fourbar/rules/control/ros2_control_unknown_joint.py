"""A ros2_control block refers to a joint that does not exist.

## What it does

Looks up the joints of `<ros2_control>` blocks.

## Why it matters

Controllers claim the interfaces of a joint that the robot does not have: nothing moves, or the
hardware fails to start.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbo">
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

Unsafe: the name becomes the one it resembles.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C620",
    name="ros2-control-unknown-joint",
    severity=Severity.WARNING,
    summary="A ros2_control block refers to a joint that does not exist.",
    since="0.1",
    fix="unsafe",
)
