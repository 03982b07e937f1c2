"""A mesh file breaks the rules of its format.

## What it does

Reads STL, OBJ, COLLADA, PLY and glTF files to the end.

## Why it matters

Each tool makes something else of a broken file: nothing, half of it, or an error.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a mesh file breaks the rules of its format -->
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
    code="A520",
    name="mesh-unreadable",
    severity=Severity.ERROR,
    summary="A mesh file breaks the rules of its format.",
    since="0.1",
)
