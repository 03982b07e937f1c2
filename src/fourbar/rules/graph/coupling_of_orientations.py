"""A coupling combines joints whose positions cannot be added.

## What it does

Finds spherical and floating joints in a coupling or mimic.

## Why it matters

Their position includes an orientation, which cannot be added or scaled.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="spherical">
  <parent link="base"/>
  <child link="left"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="spherical">
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
    code="G322",
    name="coupling-of-orientations",
    severity=Severity.ERROR,
    summary="A coupling combines joints whose positions cannot be added.",
    since="0.1",
)
