"""The image of a texture cannot be found.

## What it does

Looks for the images that the materials of a mesh refer to.

## Why it matters

The part is drawn without its texture.

## Example

```xml
<mesh filename="arm.obj"/> <!-- the image named in arm.mtl is missing -->
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
    code="A544",
    name="texture-missing",
    severity=Severity.WARNING,
    summary="The image of a texture cannot be found.",
    since="0.1",
)
