"""A continuous joint has a lower or upper limit.

## What it does

Looks for `lower` or `upper` on continuous joints.

## Why it matters

A continuous joint has no ends; whether a loader obeys the limits is a guess.

## Example

```json
"type": "continuous", "dofs": [{"limit": {"lower": -1.0, "upper": 1.0}}]
```

## Use instead

```json
"type": "continuous", "dofs": [{"limit": {"effort": 10.0}}]
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
