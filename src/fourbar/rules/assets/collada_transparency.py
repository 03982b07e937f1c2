"""A fully transparent material is shown opaque.

## What it does

Computes the opacity of COLLADA materials according to the standard; zero is treated as an
exporter's mistake.

## Why it matters

Exporters disagree about the meaning of the transparency value; a strict reader shows nothing at
all.

## Example

```xml
<mesh filename="arm.dae"/> <!-- the material is fully transparent -->
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
    code="A540",
    name="collada-transparency",
    severity=Severity.INFO,
    summary="A fully transparent material is shown opaque.",
    since="0.1",
)
