"""No pose closes the loops.

## What it does

Solves for the pose in which all loops close.

## Why it matters

The file shows the robot taken apart.

## Example

```xml
<loop name="close"/> of bars that do not reach
```

## Use instead

```xml
<loop name="close"/> of bars that do
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E755",
    name="not-assembled",
    severity=Severity.WARNING,
    summary="No pose closes the loops.",
    since="0.1",
)
