"""Too many interlocking couplings to compare.

## What it does

Stops comparing couplings after a million products of coefficients, about a second of work.

## Why it matters

The comparison must end in bounded time; real robots need some hundreds of products.

## Example

```xml
<!-- thousands of couplings over the same joints -->
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
    code="G327",
    name="couplings-not-compared",
    severity=Severity.INFO,
    summary="Too many interlocking couplings to compare.",
    since="0.1",
)
