"""A negative scale mirrors a mesh.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P453",
    name="negative-scale",
    severity=Severity.WARNING,
    summary="A negative scale mirrors a mesh.",
    since="0.1",
)
