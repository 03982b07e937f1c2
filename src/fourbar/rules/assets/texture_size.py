"""The image of a texture is too large.

## What it does

Compares the size of images with 1 GiB and 67 million pixels.

## Why it matters

Such an image fills the memory of a graphics card; even a small file can declare such a size.

## Example

```xml
<texture filename="steel.bmp"/> <!-- 9000 x 9000 pixels -->
```

## Use instead

```xml
<texture filename="steel.png"/> <!-- 1024 x 1024 pixels -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A546",
    name="texture-size",
    severity=Severity.WARNING,
    summary="The image of a texture is too large.",
    since="0.1",
)
