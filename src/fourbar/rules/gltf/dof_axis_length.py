"""The axis is not a unit vector.

## What it does

Measures the length of every axis; it must be 1 within 1e-6.

## Why it matters

A loader that multiplies by the axis slides too far; one that turns it into a quaternion distorts
the mesh.

## Example

```json
"axis": [2, 0, 0]
```

## Use instead

```json
"axis": [1, 0, 0]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E721",
    name="dof-axis-length",
    severity=Severity.WARNING,
    summary="The axis is not a unit vector.",
    since="0.1",
)
