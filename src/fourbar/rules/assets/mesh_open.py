"""A mesh does not enclose a volume.

## What it does

Counts the triangles beside every edge: two, facing the same way, in a closed mesh. Meshes that
are only looked at may be open; that is an info.

## Why it matters

An open mesh has no volume and no inertia. Their convex hull is taken instead, which is larger.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a mesh does not enclose a volume -->
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
    code="A550",
    name="mesh-open",
    severity=Severity.WARNING,
    summary="A mesh does not enclose a volume.",
    since="0.1",
)
