"""A loop is open at zero and cannot be written by an anchor.

## What it does

With `loop_style="anchor"`, finds loops whose two points do not meet when all joints are at zero;
they are written by sites.

## Why it matters

The form with an anchor closes wherever the other body happens to be at zero. Programs that read
only that form, such as Drake, ignore the loop.

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
    <origin xyz="0 1 0"/>
  </predecessor>
  <successor link="arm">
    <origin xyz="0 0 1"/>
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
    code="F908",
    name="loop-not-anchored",
    severity=Severity.WARNING,
    summary="A loop is open at zero and cannot be written by an anchor.",
    since="0.1",
)
