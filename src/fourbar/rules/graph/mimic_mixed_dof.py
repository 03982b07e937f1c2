"""A joint mimics a joint with different degrees of freedom.

## What it does

Compares the degrees of freedom of a mimic joint and the one it follows.

## Why it matters

A position of one number cannot be a multiple of a position of two.

## Example

```xml
<mimic joint="l"/> <!-- in a revolute joint; l is planar -->
```

## Use instead

```xml
<mimic joint="l"/> <!-- in a revolute joint; l is revolute -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G331",
    name="mimic-mixed-dof",
    severity=Severity.ERROR,
    summary="A joint mimics a joint with different degrees of freedom.",
    since="0.1",
)
