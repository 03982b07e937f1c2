"""A mimic joint is marked independent.

## What it does

Looks for `independent="true"` on joints with `<mimic>`.

## Why it matters

A joint that follows another is dependent; the two statements contradict each other.

## Example

```xml
<link name="a"/>
<link name="b"/>
<joint name="lead" type="continuous">
  <parent link="base"/>
  <child link="a"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="follow" type="continuous" independent="true">
  <parent link="a"/>
  <child link="b"/>
  <axis xyz="0 0 1"/>
  <mimic joint="lead"/>
</joint>
```

## Use instead

```xml
<link name="a"/>
<link name="b"/>
<joint name="lead" type="continuous">
  <parent link="base"/>
  <child link="a"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="follow" type="continuous" independent="false">
  <parent link="a"/>
  <child link="b"/>
  <axis xyz="0 0 1"/>
  <mimic joint="lead"/>
</joint>
```

## Fix safety

Safe: `independent` becomes false, as the mimic demands.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G344",
    name="independent-mimic",
    severity=Severity.WARNING,
    summary="A mimic joint is marked independent.",
    since="0.1",
    fix="safe",
)
