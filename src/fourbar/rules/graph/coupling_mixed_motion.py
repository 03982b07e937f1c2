"""A coupling adds turning and sliding joints.

## What it does

Compares the joints between the two links of a coupling and their common ancestor.

## Why it matters

Radians and metres have no sum. URDF+ (eq. 8 of its paper) asks for joints of one kind of
motion.

## Example

```xml
<!-- left turns, right slides -->
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
    code="G320",
    name="coupling-mixed-motion",
    severity=Severity.ERROR,
    summary="A coupling adds turning and sliding joints.",
    since="0.1",
)
