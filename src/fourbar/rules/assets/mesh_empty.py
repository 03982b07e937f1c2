"""The mesh has no triangles.

## What it does

Counts the triangles.

## Why it matters

There is nothing to draw and nothing to touch. MuJoCo rejects it.

## Example

```xml
<mesh filename="arm.obj"/> <!-- arm.obj has no faces -->
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
    code="A521",
    name="mesh-empty",
    severity=Severity.ERROR,
    summary="The mesh has no triangles.",
    since="0.1",
)
