"""A shape has a negative size.

## What it does

Looks at the size of boxes and the radius and length of cylinders, spheres and capsules.

## Why it matters

There is no such shape. urdfdom leaves it out, MuJoCo and Drake refuse the file.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.1 -0.1 0.1"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.1 0.1 0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the sign is removed.
"""

from __future__ import annotations

from ...edits import numbers
from ...rule import ERROR, Context, Findings, Rule
from ...sizes import shapes, sizes

RULE = Rule("P450", "negative-size", ERROR, "A shape has a negative size.")


def check(context: Context) -> Findings:
    """Look for negative numbers."""
    for path, geometry in shapes(context.robot):
        for name, values in sizes(geometry):
            if min(values) >= 0:
                continue
            place = f"{path}.{name}"
            text = numbers([abs(value) for value in values])
            fix = context.set_attribute(place, text, "remove the sign", safe=False)
            message = f"the {name.partition('.')[2]} is negative: {numbers(values)}"
            yield context.find(RULE, place, message, fix=fix)
