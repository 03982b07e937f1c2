"""The default position is outside the limits.

## What it does

Compares `default` with the limits.

## Why it matters

The pose that the file shows cannot be reached: it jumps when the joint is first set.

## Example

```json
"default": 0.0, "limit": {"lower": 0.5, "upper": 1.0}
```

## Use instead

```json
"default": 0.5, "limit": {"lower": 0.5, "upper": 1.0}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E724",
    name="dof-default-outside",
    severity=Severity.WARNING,
    summary="The default position is outside the limits.",
    since="0.1",
)
