"""The axis is not a unit vector.

## What it does

Measures the axes of moving joints and of loops; a length that differs from 1 by more than 0.001
is reported.

## Why it matters

URDF asks for a unit vector. Pinocchio, MuJoCo and Drake normalise the axis; readers that do not,
such as yourdfpy, move a prismatic joint by the length of its axis.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 2"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
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

Safe: the axis is divided by its length; its direction, which is all that matters, stays the same.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P402",
    name="axis-not-unit",
    severity=Severity.WARNING,
    summary="The axis is not a unit vector.",
    since="0.1",
    fix="safe",
)
