"""Two ros2_control blocks command one joint.

## What it does

Compares the command interfaces of all `<ros2_control>` blocks, and the components of each.

## Why it matters

The resource manager refuses a second interface of one name.

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
<ros2_control name="second" type="system">
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

from ...control import all_components
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C628", "commanded-twice", WARNING, "Two ros2_control blocks command one joint.")


def check(context: Context) -> Findings:
    """Compare the command interfaces."""
    seen: set[tuple[str, str, str]] = set()
    for path, part, element in all_components(context):
        names = {interface.name for interface in part.command_interfaces}
        keys = {(part.kind, part.name, name) for name in names}
        again = sorted(key[2] for key in keys & seen)
        if again:
            message = f"{' and '.join(again)} of {part.kind} '{part.name}' is commanded already"
            yield context.find(RULE, path, message, element=element, attribute="name")
        seen |= keys
