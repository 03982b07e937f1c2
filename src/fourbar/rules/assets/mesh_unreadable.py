"""The mesh file violates its format.

## What it does

Reads STL, OBJ, COLLADA, PLY and glTF files to the end.

## Why it matters

Tools disagree about a broken file: they show nothing, half of it, or an error.

## Example

```xml
<mesh filename="arm.obj"/> <!-- arm.obj has a word where a number belongs -->
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
    code="A520",
    name="mesh-unreadable",
    severity=Severity.ERROR,
    summary="The mesh file violates its format.",
    since="0.1",
)
