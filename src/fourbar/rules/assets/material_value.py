"""A value of the material cannot be used.

## What it does

Reads the colours and numbers of materials.

## Why it matters

The part is drawn in another colour.

## Example

```xml
<mesh filename="arm.obj"/> <!-- Kd in arm.mtl is "red" -->
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
    code="A543",
    name="material-value",
    severity=Severity.WARNING,
    summary="A value of the material cannot be used.",
    since="0.1",
)
