"""A texture has no coordinates to go by.

## What it does

Looks for textures on shapes whose mesh has no texture coordinates.

## Why it matters

The image cannot be laid on the shape; the colour is used alone.

## Example

```xml
<mesh filename="arm.stl"/> with <texture filename="wood.png"/>
```

## Use instead

```xml
<mesh filename="arm.obj"/> with <texture filename="wood.png"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E753",
    name="texture-without-coordinates",
    severity=Severity.WARNING,
    summary="A texture has no coordinates to go by.",
    since="0.1",
)
