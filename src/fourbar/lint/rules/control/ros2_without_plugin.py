"""A ros2_control block names no hardware plugin.

## What it does

Looks for `<hardware><plugin>` in `<ros2_control>` blocks.

## Why it matters

The resource manager does not know what to load and refuses the description.

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

from ...control import controls
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C621", "ros2-control-without-plugin", WARNING, "A ros2_control block names no hardware plugin."
)


def check(context: Context) -> Findings:
    """Look for the plugin."""
    for path, part, element in controls(context):
        if part.hardware is None or not part.hardware.plugin:
            message = f"ros2_control '{part.name}' names no hardware plugin"
            yield context.find(RULE, path, message, element=element)
