"""All joints of a coupling are fixed.

## What it does

Finds couplings over fixed joints only.

## Why it matters

There is nothing to couple; most likely a joint type or a link name is wrong.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="fixed">
  <parent link="base"/>
  <child link="left"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="fixed">
  <parent link="base"/>
  <child link="right"/>
  <axis xyz="0 0 1"/>
</joint>
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G323",
    name="coupling-without-motion",
    severity=Severity.WARNING,
    summary="All joints of a coupling are fixed.",
    since="0.1",
)
