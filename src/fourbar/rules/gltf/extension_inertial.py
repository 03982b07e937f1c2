"""A mass or inertia is impossible.

## What it does

Looks for negative masses and moments, and for moments that break the triangle inequality.

## Why it matters

No body has them. Simulators refuse them or gain energy.

## Example

```json
"inertial": {"mass": -1.0}
```

## Use instead

```json
"inertial": {"mass": 1.0}
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
    summary="A mass or inertia is impossible.",
    since="0.1",
)
