"""The predecessor and successor of a loop are the same link.

## What it does

Compares the two links of every loop and coupling.

## Why it matters

A link cannot be constrained against itself: the constraint is either empty or impossible.

## Example

```xml
<loop name="close" type="continuous">
  <predecessor link="left"/>
  <successor link="left"/>
  <axis xyz="0 0 1"/>
</loop>
```

## Use instead

```xml
<loop name="close" type="continuous">
  <predecessor link="left"/>
  <successor link="right"/>
  <axis xyz="0 0 1"/>
</loop>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G310",
    name="loop-to-itself",
    severity=Severity.ERROR,
    summary="The predecessor and successor of a loop are the same link.",
    since="0.1",
)
