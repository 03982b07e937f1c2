"""glTF meshes fit the robot only with z up.

## What it does

glTF has y up, so its meshes are turned until z is up, as RViz and Drake do. Where they then fit
neither the collision shapes nor the parts around them, but fit both without the turn, they are
taken as they are, and this is reported. `--gltf-up y` or `--gltf-up z` decides instead.

## Why it matters

Some exporters write glTF with z up, for tools that do not turn it. Such a robot comes apart in the
others.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.gltf"/> <!-- 0.4 m long along its z -->
    </geometry>
  </visual>
  <collision>
    <origin xyz="0 0 0.2"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <mesh filename="arm.obj"/> <!-- a format without an up axis -->
    </geometry>
  </visual>
  <collision>
    <origin xyz="0 0 0.2"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
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
    code="A547",
    name="gltf-up-axis",
    severity=Severity.WARNING,
    summary="glTF meshes fit the robot only with z up.",
    since="0.1",
)
