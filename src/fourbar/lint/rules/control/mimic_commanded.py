"""A mimic joint has a command interface.

## What it does

Finds joints with `<mimic>` that ros2_control commands.

## Why it matters

A mimic joint follows its leader; ros2_control refuses a command interface on it.

## Example

```xml
<joint name="elbow" type="continuous">
  ...
  <mimic joint="shoulder"/>
</joint>
<ros2_control name="arm_control" type="system">
  <joint name="elbow">
    <command_interface name="position"/>
  </joint>
</ros2_control>
```

## Use instead

```xml
<ros2_control name="arm_control" type="system">
  <joint name="elbow">
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

RULE = Rule("C630", "mimic-commanded", WARNING, "A mimic joint has a command interface.")


def check(context: Context) -> Findings:
    """Look for commanded followers."""
    for path, part, element in all_components(context):
        joint = context.robot.joints.get(part.name) if part.kind == "joint" else None
        if joint is not None and joint.mimic is not None and part.command_interfaces:
            message = f"joint '{joint.name}' follows '{joint.mimic.joint}' and is commanded too"
            yield context.find(RULE, path, message, element=element, attribute="name")
