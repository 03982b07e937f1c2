"""An actuator block has several joints.

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

from ...control import controls
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C631", "actuator-with-several-joints", WARNING, "An actuator block has several joints."
)


def check(context: Context) -> Findings:
    """Count the joints."""
    for path, part, element in controls(context):
        joints = [c.name for c in part.components if c.kind == "joint"]
        if part.type != "actuator" or len(joints) < 2:
            continue
        fix = None
        if element is not None and context.editor is not None:
            edits = context.editor.set_attribute(element, "type", "system")
            fix = context.fix('write type="system"', edits, safe=False)
        message = f"actuator '{part.name}' has {len(joints)} joints; a system may have several"
        yield context.find(
            RULE, f"{path}.type", message, element=element, attribute="type", fix=fix
        )
