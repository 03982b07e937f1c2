"""A continuous joint has limits.

## What it does

Finds `lower` and `upper` in continuous joints, unless both are zero.

## Why it matters

A continuous joint has no range by definition; tools ignore the limits, so the joint can leave its
intended range.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
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

Unsafe: `lower` and `upper` are removed, which is how they are read now. The joint may have been
meant as revolute instead.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P410",
    name="limits-on-continuous",
    severity=Severity.WARNING,
    summary="A continuous joint has limits.",
    since="0.1",
    fix="unsafe",
)
