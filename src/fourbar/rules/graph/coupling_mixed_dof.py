"""A coupling adds joints of different degrees of freedom.

## What it does

Compares the joints between the two links of a coupling and their common ancestor.

## Why it matters

One number and two numbers have no sum.

## Example

```xml
<!-- left is continuous, right universal -->
<coupling name="belt">
  <predecessor link="left"/>
  <successor link="right"/>
  <ratio value="2" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<!-- left and right are continuous -->
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
    summary="A coupling adds joints of different degrees of freedom.",
    since="0.1",
)
