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

from ...control import all_components
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C623", "component-without-interfaces", WARNING, "A ros2_control component has no interfaces."
)


def check(context: Context) -> Findings:
    """Count the interfaces."""
    for path, part, element in all_components(context):
        if not part.command_interfaces and not part.state_interfaces and not part.extra:
            message = f"{part.kind} '{part.name}' of ros2_control has no interfaces"
            yield context.find(RULE, path, message, element=element)
