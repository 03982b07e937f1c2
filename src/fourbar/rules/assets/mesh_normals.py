"""Normals have no direction and are made anew.

## What it does

Measures the normals of vertices.

## Why it matters

A normal of length zero is drawn black.

## Example

```xml
<mesh filename="arm.obj"/> <!-- normals have no direction and are made anew -->
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
    code="A532",
    name="mesh-normals",
    severity=Severity.INFO,
    summary="Normals have no direction and are made anew.",
    since="0.1",
)
