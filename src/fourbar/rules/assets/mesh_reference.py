"""A part of a mesh file is named, not there.

## What it does

Looks up the geometries and nodes that a COLLADA scene names.

## Why it matters

The part is not drawn.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a part of a mesh file is named, not there -->
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
    code="A537",
    name="mesh-reference",
    severity=Severity.WARNING,
    summary="A part of a mesh file is named, not there.",
    since="0.1",
)
