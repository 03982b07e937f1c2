"""The mesh uses a feature that fourbar does not support.

## What it does

Finds extensions that a glTF file requires and fourbar does not know, and COLLADA's `<skew>`.

## Why it matters

Without them the mesh would look wrong.

## Example

```xml
<mesh filename="arm.dae"/> <!-- arm.dae contains a skew -->
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
    code="A536",
    name="mesh-feature-unsupported",
    severity=Severity.ERROR,
    summary="The mesh uses a feature that fourbar does not support.",
    since="0.1",
)
