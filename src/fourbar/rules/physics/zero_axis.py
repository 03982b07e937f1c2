"""The axis of a moving joint is zero.

## What it does

Measures the axis of revolute, continuous, prismatic, planar and universal joints and of loops
that need one. The two axes of a universal loop must not be parallel.

## Why it matters

A zero vector has no direction. MuJoCo and Drake stop; others compute with it, and the joint
does not move.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 0"/>
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P401",
    name="zero-axis",
    severity=Severity.ERROR,
    summary="The axis of a moving joint is zero.",
    since="0.1",
)
