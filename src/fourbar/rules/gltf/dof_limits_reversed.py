"""The lower limit is above the upper limit.

## What it does

Compares `lower` and `upper`.

## Why it matters

No position is allowed. Sliders move the wrong way or freeze.

## Example

```json
"limit": {"lower": 2.0, "upper": -2.0}
```

## Use instead

```json
"limit": {"lower": -2.0, "upper": 2.0}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E722",
    name="dof-limits-reversed",
    severity=Severity.ERROR,
    summary="The lower limit is above the upper limit.",
    since="0.1",
)
