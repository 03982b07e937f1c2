"""A joint of the transmission has no hardware interface.

## What it does

Looks for `<hardwareInterface>` in the joints of transmissions (in Indigo and before it stood in
the actuator).

## Why it matters

ros_control registers no handle for the joint, and controllers fail to start.

## Example

```xml
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="elbow">
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
    code="C605",
    name="transmission-without-interface",
    severity=Severity.WARNING,
    summary="A joint of the transmission has no hardware interface.",
    since="0.1",
)
