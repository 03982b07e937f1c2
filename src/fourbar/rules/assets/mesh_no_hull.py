"""The convex hull of the mesh encloses no volume.

## What it does

Computes the hull of meshes that are not closed.

## Why it matters

A flat mesh has neither volume nor hull: contacts with it are undefined in most physics engines.

## Example

```xml
<mesh filename="arm.obj"/> <!-- all vertices are in one plane -->
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
    code="A552",
    name="mesh-no-hull",
    severity=Severity.WARNING,
    summary="The convex hull of the mesh encloses no volume.",
    since="0.1",
)
