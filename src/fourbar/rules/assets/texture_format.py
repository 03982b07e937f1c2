"""A texture's image cannot be used.

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
<texture filename="steel.png"/> <!-- a sound file -->
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
    summary="A texture's image cannot be used.",
    since="0.1",
)
