"""An inertia was changed because simulators refuse it.

## What it does

Finds moments that are negative or break the triangle inequality, and bodies that move without mass;
the nearest values that a rigid body can have are written. With `inertia="strict"` it is an error,
and nothing is written.

## Why it matters

The dynamics are not those of the description, which no rigid body has.

## Example

```xml
<link name="base"/>
<link name="arm">
  <inertial>
    <mass value="1"/>
    <inertia ixx="1" iyy="1" izz="5" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<joint name="shoulder" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
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
    code="F903",
    name="inertia-repaired",
    severity=Severity.WARNING,
    summary="An inertia was changed because simulators refuse it.",
    since="0.1",
)
