"""A mesh is scaled by zero.

## What it does

Looks for a zero in `scale` of meshes.

## Why it matters

The mesh collapses to a plane, a line or a point.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.stl" scale="1 1 0"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.stl" scale="1 1 1"/>
    </geometry>
  </visual>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....robot import Mesh
from ...rule import ERROR, Context, Findings, Rule
from ...sizes import shapes

RULE = Rule("P452", "zero-scale", ERROR, "A mesh is scaled by zero.")


def check(context: Context) -> Findings:
    """Look for zeros."""
    for path, geometry in shapes(context.robot):
        if isinstance(geometry, Mesh) and 0 in geometry.scale:
            message = f"'{geometry.filename}' is scaled to nothing"
            yield context.find(RULE, f"{path}.mesh.scale", message)
