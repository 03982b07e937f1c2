"""A mesh needs what is not read.

## What it does

Finds extensions that a glTF file requires and fourbar does not know, and COLLADA's `<skew>`.

## Why it matters

Without them the mesh would come out wrong.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a mesh needs what is not read -->
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
    code="A536",
    name="mesh-feature-unsupported",
    severity=Severity.ERROR,
    summary="A mesh needs what is not read.",
    since="0.1",
)
