"""A joint's interface is of no known kind.

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

from ...control import all_components, interfaces
from ...names import closest, correction
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C624", "unknown-interface", WARNING, "A joint's interface is of no known kind.")

_KNOWN = ("position", "velocity", "acceleration", "effort", "torque", "force", "current", "voltage")


def check(context: Context) -> Findings:
    """Compare the names."""
    for item in all_components(context):
        if item.part.kind != "joint":
            continue
        for kind in ("command", "state"):
            for path, part, element in interfaces(item, kind):
                guess, text = closest(part.name, _KNOWN)
                if part.name in _KNOWN or guess is None:
                    continue
                yield context.find(
                    RULE,
                    f"{path}.name",
                    f"'{part.name}' is no {kind} interface that controllers know{text}",
                    element=element,
                    attribute="name",
                    fix=correction(context, element, "name", guess),
                )
