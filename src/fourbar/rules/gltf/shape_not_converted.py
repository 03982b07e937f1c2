"""The shape cannot be converted.

## What it does

Looks for shapes without size or of an unknown kind, and for meshes scaled to nothing or beyond
single precision.

## Why it matters

The shape is left out; the rest of the robot is converted.

## Example

```xml
<box size="0 0 0"/>
```

## Use instead

```xml
<box size="0.1 0.1 0.1"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E754",
    name="shape-not-converted",
    severity=Severity.WARNING,
    summary="The shape cannot be converted.",
    since="0.1",
)
