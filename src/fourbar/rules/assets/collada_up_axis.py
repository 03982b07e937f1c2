"""A COLLADA file's up axis is ignored.

## What it does

Reads `<up_axis>`; in a robot z is up, whatever the file says.

## Why it matters

RViz ignores the axis as well; tools that obey it show the part lying on its side.

## Example

```xml
<mesh filename="arm.dae"/> <!-- a collada file's up axis is ignored -->
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
    code="A539",
    name="collada-up-axis",
    severity=Severity.WARNING,
    summary="A COLLADA file's up axis is ignored.",
    since="0.1",
)
