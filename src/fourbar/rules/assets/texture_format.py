"""The image of a texture cannot be used.

## What it does

Reads the headers of images, and converts formats other than PNG and JPEG.

## Why it matters

The part is drawn without its texture.

## Example

```xml
<texture filename="steel.png"/> <!-- cut off after eight bytes -->
```

## Use instead

```xml
<texture filename="steel.png"/> <!-- a valid file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A545",
    name="texture-format",
    severity=Severity.WARNING,
    summary="The image of a texture cannot be used.",
    since="0.1",
)
