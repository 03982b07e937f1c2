"""The update rate of a sensor is not positive.

## What it does

Looks at `update_rate` of URDF sensors.

## Why it matters

A rate of zero or less means never or as often as possible, depending on the tool.

## Example

```xml
<link name="base"/>
<sensor name="eye" type="camera" update_rate="-1">
  <parent link="base"/>
</sensor>
```

## Use instead

```xml
<link name="base"/>
<sensor name="eye" type="camera" update_rate="30">
  <parent link="base"/>
</sensor>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C642",
    name="sensor-rate",
    severity=Severity.WARNING,
    summary="The update rate of a sensor is not positive.",
    since="0.1",
)
