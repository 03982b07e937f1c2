"""The target does not resolve package addresses.

## What it does

Finds `package://` and `model://` in collision meshes where the target opens the address as a path.

## Why it matters

MuJoCo looks for a folder named `package:` and stops.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package://arm_description/meshes/arm.stl"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.stl"/>
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
    code="T805",
    name="package-uri-unsupported",
    severity=Severity.WARNING,
    summary="The target does not resolve package addresses.",
    since="0.1",
    targets=("mujoco",),
)
