"""A COLLADA file's unit is no length.

## What it does

Reads `<unit meter>`.

## Why it matters

Without a unit the mesh may be a thousand times too large.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a collada file's unit is no length -->
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
    code="A538",
    name="collada-unit",
    severity=Severity.WARNING,
    summary="A COLLADA file's unit is no length.",
    since="0.1",
)
