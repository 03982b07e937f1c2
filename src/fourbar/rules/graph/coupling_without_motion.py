"""All joints that a coupling couples are fixed.

## What it does

Finds couplings over fixed joints only.

## Why it matters

There is nothing to couple; most likely a joint type or a link name is wrong.

## Example

```xml
<!-- left and right are fixed -->
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<!-- left and right turn -->
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
    summary="All joints that a coupling couples are fixed.",
    since="0.1",
)
