"""The loops of the robot cannot be closed.

## What it does

Looks for a closed pose to start in, near zero and within the limits.

## Why it matters

A simulation that starts with open loops pulls them together with large forces, or never does.

## Example

```xml
<link name="base"/>
<link name="arm">
  <inertial>
    <mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<joint name="shoulder" type="continuous">
  <parent link="base"/>
  <child link="arm"/>
</joint>
<loop name="pin" type="spherical">
  <predecessor link="base">
    <origin xyz="5 0 0"/>
  </predecessor>
  <successor link="arm">
    <origin xyz="0 1 0"/>
  </successor>
</loop>
```

## Use instead

```xml
<link name="base"/>
<link name="arm">
  <inertial>
    <mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<joint name="shoulder" type="continuous">
  <parent link="base"/>
  <child link="arm"/>
</joint>
<loop name="pin" type="spherical">
  <predecessor link="base">
    <origin xyz="0 1 0"/>
  </predecessor>
  <successor link="arm">
    <origin xyz="0 1 0"/>
  </successor>
</loop>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F904",
    name="start-not-closed",
    severity=Severity.WARNING,
    summary="The loops of the robot cannot be closed.",
    since="0.1",
)
