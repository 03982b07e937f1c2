"""Polygons of the mesh intersect themselves and cannot be split cleanly.

## What it does

Cuts polygons into triangles; one with very many corners that bend inwards exhausts the budget
and is cut as a fan.

## Why it matters

The triangles may overlap or reach outside the polygon.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a face crosses itself -->
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
    code="A534",
    name="mesh-polygon",
    severity=Severity.WARNING,
    summary="Polygons of the mesh intersect themselves and cannot be split cleanly.",
    since="0.1",
)
