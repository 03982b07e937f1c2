"""A transmission's joint has no hardware interface.

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

from ...control import ends, transmissions
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C605",
    "transmission-without-interface",
    WARNING,
    "A transmission's joint has no hardware interface.",
)

AFTER = ("C603",)


def check(context: Context) -> Findings:
    """Look for the interfaces."""
    for item in transmissions(context):
        # Other families of transmissions (pr2_mechanism_model) have no interfaces.
        if not item.part.type.startswith("transmission_interface"):
            continue
        if any(end.part.hardware_interfaces for end in ends(item, "actuator")):
            continue
        for path, end, element in ends(item, "joint"):
            if not end.hardware_interfaces and not end.extra:
                message = f"joint '{end.name}' of the transmission has no <hardwareInterface>"
                yield context.find(RULE, path, message, element=element)
