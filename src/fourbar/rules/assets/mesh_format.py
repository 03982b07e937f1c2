"""The mesh format is not supported.

## What it does

Looks at the content of the file, then at its extension.

## Why it matters

Robot tools read STL, OBJ and COLLADA, some also PLY and glTF. CAD formats must be converted.

## Example

```xml
<mesh filename="arm.step1"/> <!-- a STEP file with an unknown extension -->
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
    code="A524",
    name="mesh-format",
    severity=Severity.ERROR,
    summary="The mesh format is not supported.",
    since="0.1",
)
