"""A sensor's update rate is not positive.

## What it does

Looks at `update_rate` of URDF sensors.

## Why it matters

A rate of zero or less never measures, or as often as the simulator can: consumers differ.

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

from ...control import sensors
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C642", "sensor-rate", WARNING, "A sensor's update rate is not positive.")


def check(context: Context) -> Findings:
    """Look at the rate."""
    for path, part, element in sensors(context):
        if part.update_rate is not None and part.update_rate <= 0:
            message = f"the update rate of sensor '{part.name}' is {part.update_rate:g}"
            yield context.find(
                RULE, f"{path}.update_rate", message, element=element, attribute="update_rate"
            )
