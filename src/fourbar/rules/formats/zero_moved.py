"""The zero of a joint is elsewhere in the file.

## What it does

Finds joints whose zero moves when SDFormat is written. There a joint is at zero where the file
draws it, and a loop only means something where it is closed: a mechanism that is open when all
joints are at zero is drawn in the closed pose next to it. Limits and mimics move along.

## Why it matters

Programs that command or read positions have to add the constant.

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
  <axis xyz="0 0 1"/>
</joint>
<loop name="pin" type="spherical">
  <predecessor link="base">
    <origin xyz="0 1 0"/>
  </predecessor>
  <successor link="arm">
    <origin xyz="1 0 0"/>
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
  <origin rpy="0 0 1.5707963267948966"/>
  <axis xyz="0 0 1"/>
</joint>
<loop name="pin" type="spherical">
  <predecessor link="base">
    <origin xyz="0 1 0"/>
  </predecessor>
  <successor link="arm">
    <origin xyz="1 0 0"/>
  </successor>
</loop>
```

## Fix safety

There is no fix. `fourbar edit --zero` moves the zero in the description itself.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F909",
    name="zero-moved",
    severity=Severity.WARNING,
    summary="The zero of a joint is elsewhere in the file.",
    since="0.1",
)
