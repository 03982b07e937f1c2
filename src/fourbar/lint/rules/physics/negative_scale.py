"""A mesh is mirrored by a negative scale.

## What it does

Looks for negative numbers in `scale` of meshes; an even number of them turns the mesh, an odd
number mirrors it.

## Why it matters

Mirroring turns the faces inside out. Consumers that do not turn them back draw the inside and
compute a negative volume; some ignore the sign.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.stl" scale="1 -1 1"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm_mirrored.stl"/>
    </geometry>
  </visual>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....robot import Mesh
from ...rule import WARNING, Context, Findings, Rule
from ...sizes import shapes

RULE = Rule("P453", "negative-scale", WARNING, "A mesh is mirrored by a negative scale.")

AFTER = ("P452",)


def check(context: Context) -> Findings:
    """Count the signs."""
    for path, geometry in shapes(context.robot):
        if not isinstance(geometry, Mesh):
            continue
        negative = sum(factor < 0 for factor in geometry.scale)
        if negative:
            what = "mirrored" if negative % 2 else "turned"
            message = f"a negative scale leaves '{geometry.filename}' {what}"
            yield context.find(RULE, f"{path}.mesh.scale", message)
