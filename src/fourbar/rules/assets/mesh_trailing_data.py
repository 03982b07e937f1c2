"""Extra data follows the end of the mesh.

## What it does

Compares the length of a file with the length that its header declares.

## Why it matters

The count in the header may be wrong, and part of the mesh would be missing.

## Example

```xml
<mesh filename="arm.stl"/> <!-- bytes follow the last triangle -->
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
    code="A527",
    name="mesh-trailing-data",
    severity=Severity.WARNING,
    summary="Extra data follows the end of the mesh.",
    since="0.1",
)
