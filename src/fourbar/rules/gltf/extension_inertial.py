"""The mass or inertia is physically impossible.

## What it does

Looks for negative masses and moments, and for moments that violate the triangle inequality.

## Why it matters

No body has them. Simulators reject them or gain energy.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/links/1/inertial": {"mass": -1}
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/links/1/inertial": {"mass": 1}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E728",
    name="extension-inertial",
    severity=Severity.WARNING,
    summary="The mass or inertia is physically impossible.",
    since="0.1",
)
