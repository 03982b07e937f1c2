"""The lower limit is above the upper limit.

## What it does

Compares `lower` and `upper`.

## Why it matters

No position is allowed. Drake stops, PyBullet treats the joint as unlimited, and others clamp every
command to one of the two.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="1" upper="-1" effort="5" velocity="1"/>
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

Unsafe: the two are swapped. The mistake may be a wrong sign instead.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P403",
    name="reversed-limits",
    severity=Severity.WARNING,
    summary="The lower limit is above the upper limit.",
    since="0.1",
    fix="unsafe",
)
