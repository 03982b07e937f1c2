"""A transmission drives a fixed joint.

## What it does

Looks at the type of the joints that transmissions name.

## Why it matters

A fixed joint has nothing to drive; Gazebo and controllers report that the joint does not exist
once it is merged away.

## Example

```xml
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="tip"/>
</joint>
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

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
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

RULE = Rule("C608", "transmission-on-fixed-joint", WARNING, "A transmission drives a fixed joint.")


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for item in transmissions(context):
        for path, end, element in ends(item, "joint"):
            joint = context.robot.joints.get(end.name)
            if joint is not None and joint.type == "fixed":
                message = f"transmission '{item.part.name}' drives fixed joint '{joint.name}'"
                yield context.find(RULE, path, message, element=element, attribute="name")
