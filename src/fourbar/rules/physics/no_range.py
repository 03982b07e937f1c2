"""The limits leave the joint no range of motion.

## What it does

Finds revolute and prismatic joints whose lower and upper limit are equal; a `<limit>` without
them means 0 to 0.

## Why it matters

The joint cannot move. It should be fixed, continuous, or have the limits that were forgotten.

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
