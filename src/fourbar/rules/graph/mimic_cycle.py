"""Joints mimic each other in a circle.

## What it does

Follows each mimic to the joint it follows until one returns.

## Why it matters

No joint leads. Readers that follow the chain never end.

## Example

```xml
<mimic joint="r"/> <!-- in joint l -->
<mimic joint="l"/> <!-- in joint r -->
```

## Use instead

```xml
<mimic joint="l"/> <!-- in joint r -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G330",
    name="mimic-cycle",
    severity=Severity.ERROR,
    summary="Joints mimic each other in a circle.",
    since="0.1",
)
