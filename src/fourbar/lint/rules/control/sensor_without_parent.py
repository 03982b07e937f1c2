"""A sensor hangs on no link.

## What it does

Looks for `<parent link>` in URDF sensors.

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

from ...control import sensors
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C640", "sensor-without-parent", WARNING, "A sensor hangs on no link.")

AFTER = ("S103",)


def check(context: Context) -> Findings:
    """Look for the parent."""
    for path, part, element in sensors(context):
        if not part.parent:
            message = f"sensor '{part.name}' names no parent link"
            yield context.find(RULE, path, message, element=element)
