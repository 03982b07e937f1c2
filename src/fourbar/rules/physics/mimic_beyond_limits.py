"""A mimic joint is driven beyond its limits.

## What it does

Compares the range of a mimic joint with multiplier times the range of the joint it follows,
plus the offset.

## Why it matters

For some positions of the leader, the follower cannot reach its position. Simulators pull the two
apart, and planners find no valid state.

## Example

```xml
<joint name="finger" type="prismatic">
  <parent link="base"/>
  <child link="upper"/>
  <axis xyz="0 1 0"/>
  <limit lower="0" upper="0.02" effort="5" velocity="1"/>
  <mimic joint="thumb" multiplier="2"/>
</joint>
```

## Use instead

```xml
<joint name="finger" type="prismatic">
  <parent link="base"/>
  <child link="upper"/>
  <axis xyz="0 1 0"/>
  <limit lower="0" upper="0.02" effort="5" velocity="1"/>
  <mimic joint="thumb" multiplier="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P411",
    name="mimic-beyond-limits",
    severity=Severity.WARNING,
    summary="A mimic joint is driven beyond its limits.",
    since="0.1",
)
