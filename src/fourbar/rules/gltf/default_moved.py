"""Zero is outside the limits, so the nearest limit is shown.

## What it does

Compares zero with each joint's limits.

## Why it matters

The pose shown is not the one at zero; `default` gives the pose that is shown.

## Example

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="0.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Use instead

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E752",
    name="default-moved",
    severity=Severity.INFO,
    summary="Zero is outside the limits, so the nearest limit is shown.",
    since="0.1",
)
