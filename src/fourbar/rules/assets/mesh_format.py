"""No reader knows the format of a mesh file.

## What it does

Goes by the file's content, then by its extension.

## Why it matters

Robot tools read STL, OBJ and COLLADA, some also PLY and glTF. CAD formats must be converted.

## Example

```xml
<mesh filename="arm.step1"/> <!-- no reader knows the format of a mesh file -->
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
    code="A524",
    name="mesh-format",
    severity=Severity.ERROR,
    summary="No reader knows the format of a mesh file.",
    since="0.1",
)
