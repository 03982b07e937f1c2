"""The collision mesh has more triangles than contact needs.

## What it does

Counts the triangles of meshes that are used for collision; more than 20,000 are reported.

## Why it matters

Every planning step tests them all. A simplified mesh or a few boxes are a hundred times faster.
`fourbar meshes robot.urdf --simplify 1mm -o light.urdf` takes away triangles within that distance.

## Example

```xml
<collision>
  <geometry>
    <mesh filename="arm.obj"/> <!-- 20,004 triangles -->
  </geometry>
</collision>
```

## Use instead

```xml
<mesh filename="arm.obj"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A563",
    name="heavy-collision-mesh",
    severity=Severity.INFO,
    summary="The collision mesh has more triangles than contact needs.",
    since="0.1",
)
