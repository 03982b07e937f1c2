"""A texture has no texture coordinates.

## What it does

Looks for textures on shapes whose mesh has no texture coordinates: in a description, and when it is
converted to glTF.

## Why it matters

The image cannot be mapped onto the shape; only the colour is used.

## Example

```xml
<link name="base">
  <visual>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
    <material name="wood">
      <texture filename="wood.png"/>
    </material>
  </visual>
</link>
```

## Use instead

```xml
<link name="base">
  <visual>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
    <material name="wood">
      <texture filename="wood.png"/>
    </material>
  </visual>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E753",
    name="texture-without-coordinates",
    severity=Severity.WARNING,
    summary="A texture has no texture coordinates.",
    since="0.1",
)
