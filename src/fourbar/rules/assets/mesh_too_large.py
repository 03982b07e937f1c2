"""A mesh has more content than is accepted.

## What it does

Counts bytes, triangles, vertices and nodes against fixed limits (1 GiB, ten million triangles).

## Why it matters

A small file can ask for endless content, such as nodes that contain each other.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a mesh has more content than is accepted -->
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
    code="A528",
    name="mesh-too-large",
    severity=Severity.ERROR,
    summary="A mesh has more content than is accepted.",
    since="0.1",
)
