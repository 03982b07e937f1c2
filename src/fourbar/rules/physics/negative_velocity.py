"""The joint has a negative velocity limit.

## What it does

Looks at `velocity` in the `<limit>` of moving joints.

## Why it matters

A limit on a magnitude cannot be negative, and Pinocchio rejects the file.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="-1"/>
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
    code="P409",
    name="negative-velocity",
    severity=Severity.ERROR,
    summary="The joint has a negative velocity limit.",
    since="0.1",
)
