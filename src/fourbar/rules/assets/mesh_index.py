"""Triangles name vertices that do not exist.

## What it does

Compares the indices of triangles with the number of vertices.

## Why it matters

Tools crash, or read whatever lies behind the vertices.

## Example

```xml
<mesh filename="arm.obj"/> <!-- triangles name vertices that do not exist -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
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
    summary="Triangles name vertices that do not exist.",
    since="0.1",
)
