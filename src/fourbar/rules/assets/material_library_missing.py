"""The material library cannot be read.

## What it does

Looks for the `.mtl` files that an OBJ file refers to.

## Why it matters

The part is drawn without its colours.

## Example

```xml
<mesh filename="arm.obj"/> <!-- arm.obj uses arm.mtl, which is missing -->
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
    code="A541",
    name="material-library-missing",
    severity=Severity.WARNING,
    summary="The material library cannot be read.",
    since="0.1",
)
