"""Unknown hardware interface in a transmission.

## What it does

Compares `<hardwareInterface>` with the names that ros_control defines, with or without
`hardware_interface/`.

## Why it matters

ros_control ignores the joint, and its controller finds no resource.

## Example

```xml
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="elbow">
    <hardwareInterface>EfortJointInterface</hardwareInterface>
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
    code="C604",
    name="unknown-hardware-interface",
    severity=Severity.WARNING,
    summary="Unknown hardware interface in a transmission.",
    since="0.1",
)
