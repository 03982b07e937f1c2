"""The collision shapes are far larger than the visuals.

## What it does

Measures how far points of the collision shapes are from the convex hull of the visuals. More than 5
mm and a quarter of the visuals' diagonal are reported, with the point that is farthest out, in the
frame of the link. A collision mesh that is not closed counts as its convex hull. Only links with
meshes that can be read are measured, at about 1,000 points each, until the meshes of the robot have
400,000 triangles. `fourbar collide --measure` measures everything.

## Why it matters

The robot collides with the air: planners find no way past obstacles, links seem to touch each
other, and grippers cannot close. Often a mesh is scaled in one place only.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.obj"/> <!-- 0.1 x 0.2 x 0.3 m -->
    </geometry>
  </visual>
  <collision>
    <geometry>
      <sphere radius="0.6"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
  </visual>
  <collision>
    <origin xyz="0.05 0.1 0.15"/>
    <geometry>
      <box size="0.1 0.2 0.3"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the collisions are replaced by the smallest box, cylinder or sphere around the visuals.
There is a fix only if its volume is at most 1.3 times that of their convex hull.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A565",
    name="collision-oversized",
    severity=Severity.INFO,
    summary="The collision shapes are far larger than the visuals.",
    since="0.1",
    fix="unsafe",
)
