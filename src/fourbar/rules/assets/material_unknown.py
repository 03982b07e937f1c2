"""The material is used but not defined.

## What it does

Looks up the materials that faces use.

## Why it matters

The faces are drawn without their colour.

## Example

```xml
<mesh filename="arm.obj"/> <!-- arm.obj uses a material that arm.mtl does not define -->
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
    code="A542",
    name="material-unknown",
    severity=Severity.WARNING,
    summary="The material is used but not defined.",
    since="0.1",
)
