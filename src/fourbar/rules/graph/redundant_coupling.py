"""A coupling or mimic is implied by the others.

## What it does

Solves the linear equations of all couplings and mimics together and finds those that add
nothing.

## Why it matters

Solvers that expect independent constraints meet a singular matrix.

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
    code="G326",
    name="redundant-coupling",
    severity=Severity.WARNING,
    summary="A coupling or mimic is implied by the others.",
    since="0.1",
)
