"""A limit or initial value of an interface is not a number.

## What it does

Reads `min`, `max` and `initial_value` of ros2_control interfaces as numbers.

## Why it matters

The hardware fails to start, or takes zero.

## Example

```xml
<ros2_control name="arm_control" type="system">
  <hardware>
    <plugin>mock_components/GenericSystem</plugin>
  </hardware>
  <joint name="elbow">
    <command_interface name="position">
      <param name="min">-1</param>
      <param name="max">1,0</param>
    </command_interface>
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
    <command_interface name="position">
      <param name="min">-1</param>
      <param name="max">1</param>
    </command_interface>
    <state_interface name="position"/>
  </joint>
</ros2_control>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import all_components, as_number, interfaces
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C627",
    "parameter-not-a-number",
    WARNING,
    "A limit or initial value of an interface is not a number.",
)

_NUMBERS = ("min", "max", "initial_value")
_WORDS = ("true", "false", "")


def check(context: Context) -> Findings:
    """Read the numbers."""
    for item in all_components(context):
        for kind in ("command", "state"):
            for path, part, element in interfaces(item, kind):
                for i, parameter in enumerate(part.parameters):
                    text = parameter.value.strip()
                    if parameter.name not in _NUMBERS or as_number(text) is not None:
                        continue
                    if text.lower() in _WORDS:
                        continue
                    inner = [c for c in element.children if c.tag == "param"] if element else []
                    message = f"{parameter.name} of interface '{part.name}' is '{text[:40]}'"
                    yield context.find(
                        RULE,
                        f"{path}.param[{parameter.name}]",
                        f"{message}, not a number",
                        element=inner[i] if i < len(inner) else element,
                    )
