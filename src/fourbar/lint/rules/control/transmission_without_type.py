"""A transmission has no type.

## What it does

Looks for the type of transmissions, as an element or an attribute.

## Why it matters

The loader picks the plugin by type and skips a transmission without one.

## Example

```xml
<transmission name="t1">
  <joint name="elbow">
    <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
  </joint>
  <actuator name="motor">
    <mechanicalReduction>50</mechanicalReduction>
  </actuator>
</transmission>
```

## Use instead

```xml
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="elbow">
    <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
  </joint>
  <actuator name="motor">
    <mechanicalReduction>50</mechanicalReduction>
  </actuator>
</transmission>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import transmissions
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C602", "transmission-without-type", WARNING, "A transmission has no type.")


def check(context: Context) -> Findings:
    """Look for the type."""
    for path, part, element in transmissions(context):
        if not part.type:
            message = f"transmission '{part.name}' has no <type>"
            yield context.find(RULE, path, message, element=element)
