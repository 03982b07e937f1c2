"""The inertia fits the shapes of the link, but about other axes.

## What it does

Compares the principal moments and axes of the tensor with those of the visuals and of the
collisions. It reports moments that agree to 2 % about axes that are more than 10 degrees apart.

## Why it matters

The numbers were computed from these shapes and written in another frame: an exporter swapped axes,
wrote products of inertia with the opposite sign, or left out the rotation of the inertial frame.
Or the meshes are glTF and were meant for a tool that does not turn them from y up to z up; the
finding then has a note about it. Simulations run, and the robot turns about the wrong axes.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.0133" iyy="0.0333" izz="0.0333" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the tensor and the centre of mass are replaced by those of the link's shapes with the stated
mass. There is no fix where the meshes are what is turned.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P446",
    name="inertia-turned",
    severity=Severity.WARNING,
    summary="The inertia fits the shapes of the link, but about other axes.",
    since="0.1",
    fix="unsafe",
)
