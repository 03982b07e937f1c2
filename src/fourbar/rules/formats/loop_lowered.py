"""A loop was written as another construct that closes it.

## What it does

Says how a loop was written where the format has no loops of its own: as points that meet, a weld,
or a light body with the joint of the loop that is welded to the other link.

## Why it matters

The mechanism moves the same. A light body adds 1e-4 kg and coordinates to the model.

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
<loop name="guide" type="prismatic">
  <predecessor link="base"/>
  <successor link="arm"/>
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
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F902",
    name="loop-lowered",
    severity=Severity.INFO,
    summary="A loop was written as another construct that closes it.",
    since="0.1",
)
