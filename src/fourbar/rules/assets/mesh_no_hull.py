"""A mesh's convex hull cannot be computed.

## What it does

Computes the hull of meshes that are not closed.

## Why it matters

A flat mesh has neither volume nor hull: contacts with it are undefined in most physics engines.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a mesh's convex hull cannot be computed -->
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
    code="A552",
    name="mesh-no-hull",
    severity=Severity.WARNING,
    summary="A mesh's convex hull cannot be computed.",
    since="0.1",
)
