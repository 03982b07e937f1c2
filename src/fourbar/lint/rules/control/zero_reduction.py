"""A transmission's reduction is zero.

## What it does

Looks at `<mechanicalReduction>`.

## Why it matters

Actuator positions are divided by it; positions become infinite.

## Example

```xml
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="elbow">
    <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
  </joint>
  <actuator name="motor">
    <mechanicalReduction>0</mechanicalReduction>
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

from ...control import ends, transmissions
from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("C606", "zero-reduction", ERROR, "A transmission's reduction is zero.")


def check(context: Context) -> Findings:
    """Look for zeros."""
    for item in transmissions(context):
        owners = [(item.path, item.part.mechanical_reduction, item.element)]
        for path, end, element in (*ends(item, "joint"), *ends(item, "actuator")):
            owners.append((path, end.mechanical_reduction, element))
        for path, reduction, element in owners:
            if reduction == 0:
                inner = element.find("mechanicalReduction") if element is not None else None
                message = f"the reduction of transmission '{item.part.name}' is zero"
                place = f"{path}.mechanicalReduction"
                yield context.find(RULE, place, message, element=inner or element)
