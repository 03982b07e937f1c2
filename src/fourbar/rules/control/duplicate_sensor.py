"""Duplicate sensor name.

## What it does

Compares the names of URDF sensors.

## Why it matters

Their topics and frames collide.

## Example

```xml
<link name="base"/>
<sensor name="eye" type="camera" update_rate="30">
  <parent link="base"/>
</sensor>
<sensor name="eye" type="ray">
  <parent link="base"/>
</sensor>
```

## Use instead

```xml
<link name="base"/>
<sensor name="eye" type="camera" update_rate="30">
  <parent link="base"/>
</sensor>
<sensor name="feeler" type="ray">
  <parent link="base"/>
</sensor>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C641",
    name="duplicate-sensor",
    severity=Severity.WARNING,
    summary="Duplicate sensor name.",
    since="0.1",
)
