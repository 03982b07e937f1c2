"""The target cannot read a collision mesh's format.

## What it does

Compares the extensions of collision meshes with those the target reads: MuJoCo STL, OBJ and
MSH; Drake OBJ, VTK and glTF.

## Why it matters

The target stops with an error about the file. (Visual meshes it cannot read are left out.)

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.dae"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....robot import Mesh
from ...rule import WARNING, Context, Findings, Rule
from ...sizes import shapes

RULE = Rule(
    "T804", "mesh-format-unsupported", WARNING, "The target cannot read a collision mesh's format."
)

TARGETS = ("mujoco", "drake")
_READ = {"mujoco": (".stl", ".obj", ".msh"), "drake": (".obj", ".vtk", ".gltf")}


def check(context: Context) -> Findings:
    """Compare the extensions."""
    for path, geometry in shapes(context.robot):
        if not isinstance(geometry, Mesh) or ".collision[" not in path:
            continue
        name = geometry.filename.lower()
        for target in context.settings.targets:
            known = _READ.get(target)
            if known is not None and not name.endswith(known):
                message = f"{target} cannot read '{geometry.filename}'; it reads {', '.join(known)}"
                yield context.find(RULE, f"{path}.mesh.filename", message)
