"""Normals of the mesh have no direction and are recomputed.

## What it does

Measures the normals of vertices.

## Why it matters

A normal of length zero is drawn black.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a normal is 0 0 0 -->
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
    code="A532",
    name="mesh-normals",
    severity=Severity.INFO,
    summary="Normals of the mesh have no direction and are recomputed.",
    since="0.1",
)
