"""The axis is zero.

## What it does

Looks for axes whose three numbers are all zero.

## Why it matters

There is nothing to turn about or slide along.

## Example

```json
"axis": [0, 0, 0]
```

## Use instead

```json
"axis": [0, 1, 0]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E720",
    name="dof-axis-zero",
    severity=Severity.ERROR,
    summary="The axis is zero.",
    since="0.1",
)
