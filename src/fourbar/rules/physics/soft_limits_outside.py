"""The soft limits are reversed or outside the hard limits.

## What it does

Compares the soft limits of `<safety_controller>` with each other and with `<limit>`.

## Why it matters

A controller that brakes at the soft limit brakes too late, or never lets the joint move.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <safety_controller soft_lower_limit="-2" soft_upper_limit="2" k_position="20" k_velocity="5"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="20" k_velocity="5"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P415",
    name="soft-limits-outside",
    severity=Severity.WARNING,
    summary="The soft limits are reversed or outside the hard limits.",
    since="0.1",
)
