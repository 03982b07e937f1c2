"""A loop connects links of separate trees.

## What it does

Finds loops and couplings whose links lie below different roots.

## Why it matters

A loop closes a chain of joints; it does not replace the joint that connects two trees.

## Example

```xml
<link name="left"/>
<link name="right"/>
<loop name="close" type="continuous">
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
    code="G311",
    name="loop-between-trees",
    severity=Severity.ERROR,
    summary="A loop connects links of separate trees.",
    since="0.1",
)
