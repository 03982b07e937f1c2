"""A mesh loses what a robot cannot use.

## What it does

Finds lines, points, skins, animations and curves in mesh files.

## Why it matters

They are not drawn; if the part consists of them, it is invisible.

## Example

```xml
<mesh filename="arm.obj"/> <!-- a mesh loses what a robot cannot use -->
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
    code="A535",
    name="mesh-feature-dropped",
    severity=Severity.WARNING,
    summary="A mesh loses what a robot cannot use.",
    since="0.1",
)
