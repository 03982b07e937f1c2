"""A floating loop constrains nothing.

## What it does

Finds loops of type floating.

## Why it matters

All six directions stay free, so the loop has no effect.

## Example

```xml
<loop name="close" type="floating">
  <predecessor link="left"/>
  <successor link="right"/>
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
    code="G312",
    name="loop-without-constraint",
    severity=Severity.WARNING,
    summary="A floating loop constrains nothing.",
    since="0.1",
)
