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

from ...control import all_components
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C629", "fixed-joint-commanded", WARNING, "A fixed joint has a command interface.")


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for path, part, element in all_components(context):
        joint = context.robot.joints.get(part.name) if part.kind == "joint" else None
        if joint is not None and joint.type == "fixed" and part.command_interfaces:
            message = f"ros2_control commands fixed joint '{joint.name}'"
            yield context.find(RULE, path, message, element=element, attribute="name")
