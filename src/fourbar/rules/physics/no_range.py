"""The limits leave the joint no range of motion.

## What it does

Finds revolute and prismatic joints whose lower and upper limit are equal, and those whose `<limit>`
has neither.

## Why it matters

Equal limits do not let the joint move. Without any, tools disagree: URDF says 0 to 0, which ROS and
Pinocchio take literally; fourbar and Drake let the joint move freely, since loops have to move it.
It should be fixed, continuous, or have the limits that were forgotten.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P405",
    name="no-range",
    severity=Severity.WARNING,
    summary="The limits leave the joint no range of motion.",
    since="0.1",
)
