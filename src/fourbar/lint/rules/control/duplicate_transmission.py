"""Two transmissions share a name.

## What it does

Compares the names of transmissions.

## Why it matters

ros_control keeps one of them.

## Example

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
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="shoulder">
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
<transmission name="t2">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="shoulder">
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

RULE = Rule("C607", "duplicate-transmission", WARNING, "Two transmissions share a name.")


def check(context: Context) -> Findings:
    """Compare the names."""
    seen: set[str] = set()
    for path, part, element in transmissions(context):
        if part.name and part.name in seen:
            message = f"there is a transmission '{part.name}' already"
            yield context.find(RULE, path, message, element=element, attribute="name")
        seen.add(part.name)
