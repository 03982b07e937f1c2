"""The collisions of a link lie apart from its visuals.

## What it does

Compares the box around a link's visuals with the box around its collisions, where all shapes
are known; boxes that do not touch are reported.

## Why it matters

What is seen and what is touched should be in one place; an origin was forgotten on one of them.

## Example

```xml
<link name="arm">
  <visual>
    <origin xyz="0 0 0.5"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </visual>
  <collision>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <origin xyz="0 0 0.5"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </visual>
  <collision>
    <origin xyz="0 0 0.5"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule
from ...shapes import ShapeProperties, placed

RULE = Rule(
    "P457",
    "collision-apart-from-visual",
    INFO,
    "The collisions of a link lie apart from its visuals.",
)


def check(context: Context) -> Findings:
    """Compare the two boxes."""
    for link in context.robot.links:
        if not link.visuals or not link.collisions:
            continue
        shown = {(shape.geometry, shape.origin) for shape in link.visuals}
        if any((shape.geometry, shape.origin) in shown for shape in link.collisions):
            continue
        seen = [placed(shape, context) for shape in link.visuals]
        touched = [placed(shape, context) for shape in link.collisions]
        if None in seen or None in touched:
            continue
        one, two = (_bounds([p for p in part if p is not None]) for part in (seen, touched))
        gaps = [max(two[0][i] - one[1][i], one[0][i] - two[1][i]) for i in range(3)]
        if max(gaps) > 0:
            path = f"link[{link.name}].collision[0]"
            message = f"the collisions of link '{link.name}' lie {max(gaps):.3g} m from its visuals"
            yield context.find(RULE, path, message)


def _bounds(parts: list[ShapeProperties]) -> tuple[list[float], list[float]]:
    low = [min(p.bounds[0][i] for p in parts) for i in range(3)]
    high = [max(p.bounds[1][i] for p in parts) for i in range(3)]
    return low, high
