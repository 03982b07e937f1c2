"""Many links have the same mass and inertia.

## What it does

Finds three or more moving links with identical mass and tensor whose shapes differ.

## Why it matters

The numbers were copied from one link to the next and fit at most one of them.

## Example

```xml
<link name="l1">
  <inertial>
    <mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
<joint name="j1" type="continuous">
  <parent link="base"/>
  <child link="l1"/>
</joint>
<link name="l2">
  <inertial>
    <mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <sphere radius="0.2"/>
    </geometry>
  </collision>
</link>
<joint name="j2" type="continuous">
  <parent link="base"/>
  <child link="l2"/>
</joint>
<link name="l3">
  <inertial>
    <mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <sphere radius="0.3"/>
    </geometry>
  </collision>
</link>
<joint name="j3" type="continuous">
  <parent link="base"/>
  <child link="l3"/>
</joint>
```

## Use instead

```xml
<link name="base"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P445",
    name="copied-inertial",
    severity=Severity.INFO,
    summary="Many links have the same mass and inertia.",
    since="0.1",
    preview=True,
)
