"""A coupling adds positions that are no numbers.

## What it does

Finds spherical and floating joints in a coupling or mimic.

## Why it matters

Their position is an orientation, which has no sum and no multiple.

## Example

```xml
<!-- left is spherical -->
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<!-- left is continuous -->
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
    summary="A coupling adds positions that are no numbers.",
    since="0.1",
)
