"""The mesh refers to a part that is missing.

## What it does

Looks up the geometries and nodes that a COLLADA scene refers to.

## Why it matters

The part is not drawn.

## Example

```xml
<mesh filename="arm.dae"/> <!-- arm.dae uses a geometry that it does not contain -->
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
    code="A537",
    name="mesh-reference",
    severity=Severity.WARNING,
    summary="The mesh refers to a part that is missing.",
    since="0.1",
)
