"""A safety controller has no velocity gain.

## What it does

Looks for `k_velocity` in `<safety_controller>`.

## Why it matters

It is required; urdfdom rejects the joint, and with it the file.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="20"/>
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
    code="S146",
    name="incomplete-safety-controller",
    severity=Severity.WARNING,
    summary="A safety controller has no velocity gain.",
    since="0.1",
)
