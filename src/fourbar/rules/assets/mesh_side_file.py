"""A file that contains part of the mesh is missing.

## What it does

Looks for the buffers that a glTF file refers to.

## Why it matters

The triangles are in that file.

## Example

```xml
<mesh filename="arm.gltf"/> <!-- arm.bin is missing -->
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
    code="A529",
    name="mesh-side-file",
    severity=Severity.ERROR,
    summary="A file that contains part of the mesh is missing.",
    since="0.1",
)
