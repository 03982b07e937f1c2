"""A mimic refers to itself, forms a cycle or drives several DOFs.

## What it does

Follows each mimic to the joint that leads.

## Why it matters

In a cycle no joint is the leader, and loaders never finish. A joint with several DOFs cannot
follow, nor be followed, by one number.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/mimic": {"joint": 1}
```

## Use instead

```json
{}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E726",
    name="extension-mimic",
    severity=Severity.ERROR,
    summary="A mimic refers to itself, forms a cycle or drives several DOFs.",
    since="0.1",
)
