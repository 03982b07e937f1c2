"""The mesh has more than 200,000 triangles.

## What it does

Counts the triangles of each mesh file.

## Why it matters

MuJoCo rejects STL files with more than 200,000 triangles, and no viewer needs that many for one
part.

## Example

```xml
<mesh filename="arm.obj"/> <!-- 200,004 triangles -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- 20,000 triangles -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A562",
    name="mesh-faces",
    severity=Severity.WARNING,
    summary="The mesh has more than 200,000 triangles.",
    since="0.1",
)
