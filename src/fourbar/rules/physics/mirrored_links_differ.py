"""A left and a right link differ in mass or inertia.

## What it does

Pairs links whose names differ in left and right (also `l`/`r` between underscores, `FL`/`FR`)
and compares masses within 5 % and principal moments within 20 %.

## Why it matters

Robots are built in mirrored pairs. A difference is a value that was corrected on one side only.

## Example

```xml
<link name="left_arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<link name="right_arm">
  <inertial>
    <mass value="3"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Use instead

```xml
<link name="left_arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
<link name="right_arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.01" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P442",
    name="mirrored-links-differ",
    severity=Severity.INFO,
    summary="A left and a right link differ in mass or inertia.",
    since="0.1",
)
