"""A coupling combines rotations and translations.

## What it does

Compares the joints between the two links of a coupling and their common ancestor.

## Why it matters

Radians and metres cannot be added. URDF+ (eq. 8 of its paper) requires joints with the same kind
of motion.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="prismatic">
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
    code="G320",
    name="coupling-mixed-motion",
    severity=Severity.ERROR,
    summary="A coupling combines rotations and translations.",
    since="0.1",
)
