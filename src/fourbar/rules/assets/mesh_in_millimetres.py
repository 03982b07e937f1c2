"""The mesh looks as if it were in millimetres.

## What it does

Measures the diagonal of the box around each mesh, with the scale of the description; more than 20
m is reported. Flat meshes are not checked: they are ground planes.

## Why it matters

URDF uses metres. The part is a thousand times too large, and the robot is a dot inside it.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A560",
    name="mesh-in-millimetres",
    severity=Severity.WARNING,
    summary="The mesh looks as if it were in millimetres.",
    since="0.1",
    fix="unsafe",
)
