"""A coupling combines joints with different degrees of freedom.

## What it does

Compares the joints between the two links of a coupling and their common ancestor.

## Why it matters

A position of one number cannot be added to a position of two.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="universal">
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
    code="G321",
    name="coupling-mixed-dof",
    severity=Severity.ERROR,
    summary="A coupling combines joints with different degrees of freedom.",
    since="0.1",
)
