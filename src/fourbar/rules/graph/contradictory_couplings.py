"""Couplings or mimics contradict each other.

## What it does

Solves the linear equations of all couplings and mimics together.

## Why it matters

No position of the joints satisfies them all, or only one does, so the mechanism cannot move.

## Example

```xml
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
<coupling name="chain">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="3" of="predecessor"/>
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
    code="G325",
    name="contradictory-couplings",
    severity=Severity.ERROR,
    summary="Couplings or mimics contradict each other.",
    since="0.1",
)
