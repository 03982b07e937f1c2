"""The mesh is too large.

## What it does

Counts bytes, triangles, vertices and nodes against fixed limits (1 GiB, ten million triangles).

## Why it matters

A small file can describe endless content, such as nodes that contain each other.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a node of arm.dae contains itself -->
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
    code="A528",
    name="mesh-too-large",
    severity=Severity.ERROR,
    summary="The mesh is too large.",
    since="0.1",
)
