"""A ros2_control block is of no known type.

## What it does

Compares `type` with system, actuator and sensor.

## Why it matters

The resource manager knows these three kinds of hardware and refuses others.

## Example

```xml
<ros2_control name="arm_control" type="sytem">
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
```

## Fix safety

Unsafe: the type becomes the one it resembles.
"""

from __future__ import annotations

from ...control import controls
from ...names import closest, correction
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C622", "ros2-control-unknown-type", WARNING, "A ros2_control block is of no known type."
)

_KNOWN = ("system", "actuator", "sensor")


def check(context: Context) -> Findings:
    """Compare the type."""
    for path, part, element in controls(context):
        if part.type in _KNOWN:
            continue
        guess, text = closest(part.type, _KNOWN)
        text = text or f"; known are {', '.join(_KNOWN)}"
        yield context.find(
            RULE,
            f"{path}.type",
            f"'{part.type}' is no type of ros2_control hardware{text}",
            element=element,
            attribute="type",
            fix=correction(context, element, "type", guess),
        )
