"""Two ros2_control blocks share a name.

## What it does

Compares the names of `<ros2_control>` blocks.

## Why it matters

The resource manager keeps hardware by name and refuses the second.

## Example

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
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="shoulder">
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
<ros2_control name="second" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="shoulder">
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

RULE = Rule("C632", "duplicate-ros2-control", WARNING, "Two ros2_control blocks share a name.")


def check(context: Context) -> Findings:
    """Compare the names."""
    seen: set[str] = set()
    for path, part, element in controls(context):
        if part.name and part.name in seen:
            message = f"there is a ros2_control block '{part.name}' already"
            yield context.find(RULE, path, message, element=element, attribute="name")
        seen.add(part.name)
