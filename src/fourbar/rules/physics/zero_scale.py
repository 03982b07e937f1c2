"""A mesh has a scale of 0.

## What it does

Looks for a zero in `scale` of meshes.

## Why it matters

The mesh collapses to a plane, a line or a point.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.stl" scale="1 1 0"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.stl" scale="1 1 1"/>
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
    code="P452",
    name="zero-scale",
    severity=Severity.ERROR,
    summary="A mesh has a scale of 0.",
    since="0.1",
)
