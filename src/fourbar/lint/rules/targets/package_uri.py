"""The target does not resolve package addresses.

## What it does

Finds `package://` and `model://` in collision meshes where the target opens the address as it
stands.

## Why it matters

MuJoCo looks for a folder named `package:` and stops.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package://arm_description/meshes/arm.stl"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.stl"/>
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
    "T805", "package-uri-unsupported", WARNING, "The target does not resolve package addresses."
)

TARGETS = ("mujoco",)


def check(context: Context) -> Findings:
    """Look at the addresses."""
    for path, geometry in shapes(context.robot):
        if isinstance(geometry, Mesh) and ".collision[" in path:
            scheme, colon, _ = geometry.filename.partition("://")
            if colon and scheme in ("package", "model"):
                message = (
                    f"MuJoCo does not resolve '{scheme}://'; name the file relative to this one"
                )
                yield context.find(RULE, f"{path}.mesh.filename", message)
