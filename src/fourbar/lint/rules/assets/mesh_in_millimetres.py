"""A mesh looks as if it were in millimetres.

## What it does

Measures the diagonal of the box around each mesh, scaled as the robot says; more than 20 m is
reported. Flat meshes are left alone: they are ground planes.

## Why it matters

URDF counts in metres. The part is a thousand times too large, and the robot is a dot inside it.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj" scale="0.001 0.001 0.001"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the mesh is scaled by 0.001.
"""

from __future__ import annotations

from ....robot import Mesh
from ...edits import numbers
from ...rule import WARNING, Context, Findings, Rule
from ...sizes import shapes

RULE = Rule("A560", "mesh-in-millimetres", WARNING, "A mesh looks as if it were in millimetres.")


def check(context: Context) -> Findings:
    """Measure the meshes."""
    if not context.assets.known:
        return
    for path, geometry in shapes(context.robot):
        body = context.assets.body(geometry.filename) if isinstance(geometry, Mesh) else None
        if body is None or not isinstance(geometry, Mesh):
            continue
        if not body.is_huge(geometry.scale):
            continue
        fix = None
        element = context.element(f"{path}.mesh")
        if element is not None and context.editor is not None:
            scale = numbers([factor * 0.001 for factor in geometry.scale])
            edits = context.editor.set_attribute(element, "scale", scale)
            fix = context.fix(f'write scale="{scale}"', edits, safe=False)
        message = (
            f"'{geometry.filename}' measures {body.diagonal(geometry.scale):.0f} m; millimetres?"
        )
        yield context.find(RULE, f"{path}.mesh.filename", message, fix=fix)
