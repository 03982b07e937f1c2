"""A collision mesh has more triangles than contact needs.

## What it does

Counts the triangles of meshes that are used for collision; more than 20,000 are reported.

## Why it matters

Every planning step tests them all. A simplified mesh or a few boxes are a hundred times faster.

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
<collision>
  <geometry>
    <mesh filename="arm_convex.obj"/> <!-- 120 triangles -->
  </geometry>
</collision>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule(
    "A563", "heavy-collision-mesh", INFO, "A collision mesh has more triangles than contact needs."
)

AFTER = ("A562",)
_MOST = 20_000


def check(context: Context) -> Findings:
    """Count the triangles of collision meshes."""
    if not context.assets.known:
        return
    for uri, uses in context.assets.uses.items():
        place = next((use.path for use in uses if ".collision[" in use.path), None)
        body = context.assets.body(uri) if place is not None else None
        if body is not None and place is not None and body.triangles > _MOST:
            message = f"'{uri}' has {body.triangles:,} triangles to test for contact"
            yield context.find(RULE, place, message)
