"""The mesh is not closed and has no volume.

## What it does

Counts the triangles beside every edge: two, facing the same way, in a closed mesh. Visual meshes
may be open; for them it is an info.

## Why it matters

An open mesh has no volume and no inertia. The convex hull is used instead, which is larger.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a face is missing -->
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
    code="A550",
    name="mesh-open",
    severity=Severity.WARNING,
    summary="The mesh is not closed and has no volume.",
    since="0.1",
)
