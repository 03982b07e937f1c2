"""The transmission has no type.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C602",
    name="transmission-without-type",
    severity=Severity.WARNING,
    summary="The transmission has no type.",
    since="0.1",
)
