"""A transmission has no joint or no actuator.

## What it does

Counts the joints and actuators of transmissions.

## Why it matters

A transmission stands between the two; with one of them missing, ros_control skips it.

## Example

```xml
<transmission name="t1">
  <type>transmission_interface/SimpleTransmission</type>
  <joint name="elbow">
    <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
  </joint>
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

from ...control import transmissions
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C603", "transmission-without-joint", WARNING, "A transmission has no joint or no actuator."
)


def check(context: Context) -> Findings:
    """Count both ends."""
    for path, part, element in transmissions(context):
        missing = [n for n, e in (("joint", part.joints), ("actuator", part.actuators)) if not e]
        if missing and not part.extra:
            message = f"transmission '{part.name}' has no {' and no '.join(missing)}"
            yield context.find(RULE, path, message, element=element)
