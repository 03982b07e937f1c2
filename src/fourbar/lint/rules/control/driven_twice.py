"""Two transmissions drive one joint.

## What it does

Compares the joints of simple transmissions.

## Why it matters

Two actuators then command one joint; that is right for a redundant drive only.

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
<transmission name="t2">
  <type>transmission_interface/SimpleTransmission</type>
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

from ...control import ends, transmissions
from ...rule import INFO, Context, Findings, Rule

RULE = Rule("C609", "driven-twice", INFO, "Two transmissions drive one joint.")


def check(context: Context) -> Findings:
    """Compare the joints."""
    first: dict[str, str] = {}
    for item in transmissions(context):
        if len(item.part.joints) != 1:
            continue
        for path, end, element in ends(item, "joint"):
            other = first.setdefault(end.name, item.part.name)
            if other != item.part.name:
                message = f"transmission '{other}' drives joint '{end.name}' already"
                yield context.find(RULE, path, message, element=element, attribute="name")
