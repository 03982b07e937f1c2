"""Parts of the mesh were dropped.

## What it does

Finds lines, points, skins, animations and curves in mesh files.

## Why it matters

They are not drawn; if the part consists of nothing else, it is invisible.

## Example

```xml
<mesh filename="arm.obj"/> <!-- arm.obj contains a line -->
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
    code="A535",
    name="mesh-feature-dropped",
    severity=Severity.WARNING,
    summary="Parts of the mesh were dropped.",
    since="0.1",
)
