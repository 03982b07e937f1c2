"""A loop joins links that no joints connect.

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
<joint name="r" type="continuous">
  <parent link="left"/>
  <child link="right"/>
</joint>
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
    summary="A loop joins links that no joints connect.",
    since="0.1",
)
