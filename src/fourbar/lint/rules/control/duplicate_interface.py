"""A component has one interface twice.

## What it does

Compares the interfaces of each ros2_control component.

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

from ...control import all_components, interfaces
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C625", "duplicate-interface", WARNING, "A component has one interface twice.")


def check(context: Context) -> Findings:
    """Compare the names."""
    for item in all_components(context):
        for kind in ("command", "state"):
            seen: set[str] = set()
            for path, part, element in interfaces(item, kind):
                if part.name in seen:
                    message = f"'{item.part.name}' has {kind} interface '{part.name}' already"
                    yield context.find(RULE, path, message, element=element, attribute="name")
                seen.add(part.name)
