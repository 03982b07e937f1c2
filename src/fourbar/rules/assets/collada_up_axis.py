"""The up axis of the COLLADA file is ignored.

## What it does

Reads `<up_axis>`; in a robot z is always up.

## Why it matters

RViz ignores the axis as well; tools that obey it show the part lying on its side.

## Example

```xml
<mesh filename="arm.dae"/> <!-- the up axis is Y_UP -->
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
    code="A539",
    name="collada-up-axis",
    severity=Severity.WARNING,
    summary="The up axis of the COLLADA file is ignored.",
    since="0.1",
)
