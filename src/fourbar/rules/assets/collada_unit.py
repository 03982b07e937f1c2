"""The unit of the COLLADA file is not a valid length.

## What it does

Reads `<unit meter>`.

## Why it matters

Without a unit the mesh may be a thousand times too large.

## Example

```xml
<mesh filename="arm.dae"/> <!-- the unit is 0 metres -->
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
    code="A538",
    name="collada-unit",
    severity=Severity.WARNING,
    summary="The unit of the COLLADA file is not a valid length.",
    since="0.1",
)
