"""A transmission's hardware interface is of no known kind.

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

from ...control import ends, transmissions
from ...names import closest
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C604",
    "unknown-hardware-interface",
    WARNING,
    "A transmission's hardware interface is of no known kind.",
)

_KNOWN = (
    "EffortJointInterface",
    "PositionJointInterface",
    "VelocityJointInterface",
    "PosVelJointInterface",
    "PosVelAccJointInterface",
    "JointStateInterface",
    "JointModeInterface",
    "ActuatorStateInterface",
)


def check(context: Context) -> Findings:
    """Compare with the known names."""
    for item in transmissions(context):
        for path, end, element in (*ends(item, "joint"), *ends(item, "actuator")):
            for text in end.hardware_interfaces:
                name = text.rpartition("/")[2].rpartition("::")[2] or text
                if name.replace("Actuator", "Joint") in _KNOWN or name in _KNOWN:
                    continue
                _, guess = closest(name, _KNOWN)
                inner = element.find("hardwareInterface") if element is not None else None
                yield context.find(
                    RULE,
                    f"{path}.hardwareInterface",
                    f"'{text}' is no hardware interface of ros_control{guess}",
                    element=inner or element,
                )
