"""One side of a coupling has no joints.

## What it does

Finds couplings where only one side has moving joints: one link is the ancestor of the other, or
its joints are fixed.

## Why it matters

The equation then makes the other side's positions add up to zero, regardless of the ratio.

## Example

```xml
<coupling name="belt">
  <predecessor link="base"/>
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
    code="G324",
    name="coupling-one-sided",
    severity=Severity.INFO,
    summary="One side of a coupling has no joints.",
    since="0.1",
)
