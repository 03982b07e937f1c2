"""A name was changed for the format.

## What it does

Lists names that the format does not take or that two parts would share: in MJCF a body may not be
called `world` unless it is the root. One finding for links and one for joints has the place of the
first, and says how many others there are.

## Why it matters

Programs that look parts up by name have to use the new one.

## Example

```xml
<link name="base"/>
<link name="world">
  <inertial>
    <mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<joint name="shoulder" type="revolute">
  <parent link="base"/>
  <child link="world"/>
  <limit lower="-1" upper="1" effort="10"/>
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
    code="F907",
    name="name-changed",
    severity=Severity.WARNING,
    summary="A name was changed for the format.",
    since="0.1",
)
