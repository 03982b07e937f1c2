"""The mesh file is truncated.

## What it does

Compares the length of a file with the length that its header declares.

## Why it matters

A download or export was cut off; part of the mesh is missing.

## Example

```xml
<mesh filename="arm.stl"/> <!-- arm.stl is cut off -->
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
    code="A523",
    name="mesh-truncated",
    severity=Severity.ERROR,
    summary="The mesh file is truncated.",
    since="0.1",
)
