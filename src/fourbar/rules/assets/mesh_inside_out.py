"""The triangles of the mesh face inwards.

## What it does

Computes the volume that a closed mesh encloses; a negative one means that its triangles face
inwards.

## Why it matters

Renderers that draw front faces only show the inside, and MuJoCo rejects a mesh with a negative
volume.

## Example

```xml
<mesh filename="arm.obj"/> <!-- all faces are turned around -->
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
    code="A551",
    name="mesh-inside-out",
    severity=Severity.WARNING,
    summary="The triangles of the mesh face inwards.",
    since="0.1",
)
