"""The mesh has triangles more than once.

## What it does

Compares the triangles of a mesh whose edges belong to more than two of them.

## Why it matters

A triangle that is there twice encloses the same volume twice: mass and inertia would be doubled, so
it counts once here. Other programs count it twice, or take the mesh for one that is not closed.

## Example

```xml
<mesh filename="arm.obj"/> <!-- every face was exported twice -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- every face once -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A553",
    name="mesh-repeated-faces",
    severity=Severity.WARNING,
    summary="The mesh has triangles more than once.",
    since="0.1",
)
