"""A continuous joint has a lower or upper limit.

## What it does

Looks for `lower` or `upper` on continuous joints.

## Why it matters

A continuous joint has no ends; whether a loader obeys the limits is a guess.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/type": "continuous",
"/extensions/EXT_robot_kinematics/models/0/joints/0/dofs/0/limit": {"lower": -1.5, "upper": 1.5}
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/type": "continuous",
"/extensions/EXT_robot_kinematics/models/0/joints/0/dofs/0/limit": {"effort": 10, "velocity": 2}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E723",
    name="continuous-limited",
    severity=Severity.WARNING,
    summary="A continuous joint has a lower or upper limit.",
    since="0.1",
)
