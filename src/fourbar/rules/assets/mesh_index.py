"""Triangles of the mesh use vertices that do not exist.

## What it does

Compares the indices of triangles with the number of vertices.

## Why it matters

Tools crash, or read memory after the vertices.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a face uses vertex 9 of 4 -->
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
    code="A531",
    name="mesh-index",
    severity=Severity.ERROR,
    summary="Triangles of the mesh use vertices that do not exist.",
    since="0.1",
)
