"""Vertices of the mesh are NaN or infinite.

## What it does

Looks at every coordinate.

## Why it matters

Bounds and contacts become NaN, and the simulation with them.

## Example

```xml
<mesh filename="arm.stl"/> <!-- a vertex is NaN -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a valid file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A530",
    name="mesh-not-finite",
    severity=Severity.ERROR,
    summary="Vertices of the mesh are NaN or infinite.",
    since="0.1",
)
