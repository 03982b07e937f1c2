"""Data follows the end of a mesh.

## What it does

Compares the length of a file with what its header announces.

## Why it matters

The count in the header may be wrong, and part of the mesh would be missing.

## Example

```xml
<mesh filename="arm.stl"/> <!-- data follows the end of a mesh -->
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
    code="A527",
    name="mesh-trailing-data",
    severity=Severity.WARNING,
    summary="Data follows the end of a mesh.",
    since="0.1",
)
