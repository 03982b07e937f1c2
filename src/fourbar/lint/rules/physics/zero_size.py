"""A shape has no extent.

## What it does

Looks for a zero among the sizes of boxes, cylinders and spheres (a capsule may have length 0).

## Why it matters

The shape has no volume: urdfdom leaves it out, MuJoCo and Drake refuse the file.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <sphere radius="0"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....robot import Capsule
from ...rule import WARNING, Context, Findings, Rule
from ...sizes import shapes, sizes

RULE = Rule("P451", "zero-size", WARNING, "A shape has no extent.")

AFTER = ("S103", "S105", "S106", "P450")


def check(context: Context) -> Findings:
    """Look for zeros."""
    for path, geometry in shapes(context.robot):
        for name, values in sizes(geometry):
            if isinstance(geometry, Capsule) and name.endswith("length"):
                continue
            if min(values) == 0:
                message = f"the {name.partition('.')[2]} is zero"
                yield context.find(RULE, f"{path}.{name}", message)
