"""A vertex attribute of the mesh cannot be used.

## What it does

Looks at texture coordinates and colours.

## Why it matters

The part is drawn without its texture.

## Example

```xml
<mesh filename="arm.ply"/> <!-- a texture coordinate is NaN -->
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
    code="A533",
    name="mesh-attribute",
    severity=Severity.WARNING,
    summary="A vertex attribute of the mesh cannot be used.",
    since="0.1",
)
