"""A mesh file ends too early.

## What it does

Compares the length of a file with what its header announces.

## Why it matters

A download or export was cut off; part of the mesh is missing.

## Example

```xml
<mesh filename="arm.stl"/> <!-- a mesh file ends too early -->
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
    code="A523",
    name="mesh-truncated",
    severity=Severity.ERROR,
    summary="A mesh file ends too early.",
    since="0.1",
)
