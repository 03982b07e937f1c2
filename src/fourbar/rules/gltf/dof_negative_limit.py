"""The effort or velocity limit is negative.

## What it does

Looks for `effort` and `velocity` below zero.

## Why it matters

They are magnitudes. An unknown value should be left out, not negative.

## Example

```json
"limit": {"effort": -1.0}
```

## Use instead

```json
"limit": {"effort": 1.0}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E725",
    name="dof-negative-limit",
    severity=Severity.WARNING,
    summary="The effort or velocity limit is negative.",
    since="0.1",
)
