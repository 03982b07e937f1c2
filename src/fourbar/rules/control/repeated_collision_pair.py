"""Collisions of a pair of links are disabled twice, or of a link with itself.

## What it does

Compares the pairs of `<disable_collisions>`, in either order.

## Why it matters

A duplicate does no harm, but one of the two was probably meant for other links.

## Example

```xml
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
<disable_collisions link1="upper" link2="base" reason="Never"/>
```

## Use instead

```xml
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C676",
    name="repeated-collision-pair",
    severity=Severity.INFO,
    summary="Collisions of a pair of links are disabled twice, or of a link with itself.",
    since="0.1",
)
