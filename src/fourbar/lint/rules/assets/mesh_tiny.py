"""A mesh is smaller than a grain of sand.

## What it does

Measures the diagonal of the box around each mesh, scaled as the robot says; less than 0.1 mm is
reported.

## Why it matters

It was scaled from millimetres twice, by the exporter and by the description.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj" scale="1e-6 1e-6 1e-6"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....robot import Mesh
from ...rule import INFO, Context, Findings, Rule
from ...sizes import shapes

RULE = Rule("A561", "mesh-tiny", INFO, "A mesh is smaller than a grain of sand.")

_SMALLEST = 1e-4


def check(context: Context) -> Findings:
    """Measure the meshes."""
    if not context.assets.known:
        return
    for path, geometry in shapes(context.robot):
        body = context.assets.body(geometry.filename) if isinstance(geometry, Mesh) else None
        if body is None or not isinstance(geometry, Mesh):
            continue
        size = body.diagonal(geometry.scale)
        if 0 < size < _SMALLEST:
            message = f"'{geometry.filename}' measures {size:.2g} m"
            yield context.find(RULE, f"{path}.mesh.filename", message)
