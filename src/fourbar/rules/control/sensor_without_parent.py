"""The sensor is not attached to a link or joint.

## What it does

Looks for `<parent link>` or `<parent joint>` in URDF sensors.

## Why it matters

Nobody can tell where the sensor is.

## Example

```xml
<sensor name="eye" type="camera"/>
```

## Use instead

```xml
<sensor name="eye" type="camera">
  <parent link="base"/>
</sensor>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C640",
    name="sensor-without-parent",
    severity=Severity.WARNING,
    summary="The sensor is not attached to a link or joint.",
    since="0.1",
)
