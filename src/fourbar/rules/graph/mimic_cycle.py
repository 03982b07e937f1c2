"""Joints mimic each other in a cycle.

## What it does

Follows each mimic to its leader until a joint repeats.

## Why it matters

No joint is the leader. Readers that follow the chain never finish.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
  <mimic joint="r"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
  <mimic joint="l"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<mimic joint="l"/> <!-- in joint r -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G330",
    name="mimic-cycle",
    severity=Severity.ERROR,
    summary="Joints mimic each other in a cycle.",
    since="0.1",
)
