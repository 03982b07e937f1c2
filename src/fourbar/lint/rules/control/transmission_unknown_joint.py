"""A transmission names a joint that does not exist.

## What it does

Looks up the joints of transmissions.

## Why it matters

The controller that needs the transmission fails to start, far from the slip that caused it.

## Example

```xml
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="elbo">
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

Unsafe: the name becomes the one it resembles.
"""

from __future__ import annotations

from ...control import ends, transmissions
from ...names import closest, correction
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C601",
    "transmission-unknown-joint",
    WARNING,
    "A transmission names a joint that does not exist.",
)


def check(context: Context) -> Findings:
    """Look the joints up."""
    known = context.robot.joints
    for item in transmissions(context):
        for path, end, element in ends(item, "joint"):
            if end.name and end.name not in known:
                guess, text = closest(end.name, known.names)
                yield context.find(
                    RULE,
                    f"{path}.name",
                    f"transmission '{item.part.name}' names '{end.name}', no such joint{text}",
                    element=element,
                    attribute="name",
                    fix=correction(context, element, "name", guess),
                )
