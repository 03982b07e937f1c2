"""The simulator takes the convex hull of collision meshes.

## What it does

Counts the collision meshes, which MuJoCo replaces by their convex hulls.

## Why it matters

Holes and hollows are filled: a peg does not go into a hole. `fourbar collide --method parts` makes
several convex parts of a mesh.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="part.stl"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <box size="0.1 0.1 0.1"/>
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
    code="F906",
    name="collision-is-convex",
    severity=Severity.INFO,
    summary="The simulator takes the convex hull of collision meshes.",
    since="0.1",
)
