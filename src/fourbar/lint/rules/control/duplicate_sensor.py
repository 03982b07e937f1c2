"""Two sensors share a name.

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

from ...control import sensors
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C641", "duplicate-sensor", WARNING, "Two sensors share a name.")


def check(context: Context) -> Findings:
    """Compare the names."""
    seen: set[str] = set()
    for path, part, element in sensors(context):
        if part.name and part.name in seen:
            message = f"there is a sensor '{part.name}' already"
            yield context.find(RULE, path, message, element=element, attribute="name")
        seen.add(part.name)
