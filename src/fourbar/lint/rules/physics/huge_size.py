"""A shape is implausibly large.

## What it does

Finds boxes, cylinders, spheres and capsules of more than 200 m.

## Why it matters

URDF counts in metres; such numbers are millimetres. A ground plane belongs to the world, not to
the robot.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="300 200 400"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.3 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the size is divided by 1000.
"""

from __future__ import annotations

from ...edits import number
from ...rule import WARNING, Context, Findings, Rule
from ...sizes import shapes, sizes

RULE = Rule("P454", "huge-size", WARNING, "A shape is implausibly large.")

_LARGEST = 200.0


def check(context: Context) -> Findings:
    """Look for large numbers."""
    for path, geometry in shapes(context.robot):
        for name, values in sizes(geometry):
            if max(values) <= _LARGEST:
                continue
            place = f"{path}.{name}"
            text = " ".join(number(value / 1000) for value in values)
            fix = context.set_attribute(place, text, "convert to metres", safe=False)
            message = f"the {name.partition('.')[2]} is {number(max(values))} m; millimetres?"
            yield context.find(RULE, place, message, fix=fix)
