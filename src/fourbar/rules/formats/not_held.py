"""The format has no place for part of the description.

## What it does

Counts what was not written, per kind, with the place of the first: velocity limits, sensors,
transmissions, soft limits, elements that fourbar does not model.

## Why it matters

Whoever reads the file sees a robot without it. The description it was made from still has it.

## Example

```xml
<link name="base"/>
<link name="arm">
  <inertial>
    <mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<joint name="shoulder" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <limit lower="-1" upper="1" effort="10" velocity="2"/>
</joint>
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
<joint name="shoulder" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <limit lower="-1" upper="1" effort="10"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F901",
    name="not-held",
    severity=Severity.WARNING,
    summary="The format has no place for part of the description.",
    since="0.1",
)
