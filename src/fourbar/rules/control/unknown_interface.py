"""Unknown interface of a joint.

## What it does

Compares the interfaces of ros2_control joints with position, velocity, acceleration, effort and
torque and a few others that drivers share; only names close to a known one are reported.

## Why it matters

Controllers ask for interfaces by name; a misspelled one is never claimed.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="positon"/>
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
    code="C624",
    name="unknown-interface",
    severity=Severity.WARNING,
    summary="Unknown interface of a joint.",
    since="0.1",
    fix="unsafe",
)
