"""The target cannot read the format of a collision mesh.

## What it does

Compares the extensions of collision meshes with those the target reads: MuJoCo STL, OBJ and
MSH; Drake OBJ, VTK and glTF.

## Why it matters

The target stops with an error about the file. (Visual meshes it cannot read are ignored.)

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T804",
    name="mesh-format-unsupported",
    severity=Severity.WARNING,
    summary="The target cannot read the format of a collision mesh.",
    since="0.1",
    targets=("mujoco", "drake"),
)
