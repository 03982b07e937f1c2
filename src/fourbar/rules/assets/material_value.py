"""A material's value cannot be used.

## What it does

Reads the colours and numbers of materials.

## Why it matters

The part is drawn in another colour.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a material's value cannot be used -->
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
    code="A543",
    name="material-value",
    severity=Severity.WARNING,
    summary="A material's value cannot be used.",
    since="0.1",
)
