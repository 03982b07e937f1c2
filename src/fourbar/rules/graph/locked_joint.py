"""A coupling or mimic keeps a joint from moving.

## What it does

Finds couplings and mimics that leave a moving joint only one position, such as a multiplier of 0.

## Why it matters

The joint cannot move, but controllers and planners treat it as movable.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
  <mimic joint="l" multiplier="0"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
  <mimic joint="l" multiplier="1"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G328",
    name="locked-joint",
    severity=Severity.WARNING,
    summary="A coupling or mimic keeps a joint from moving.",
    since="0.1",
)
