"""Joints are attached to a 'world' link that is not declared.

## What it does

Looks for joints whose parent is `world` where no link has that name. fourbar adds the link, here
and in everything that follows: `load`, `convert` and `view`.

## Why it matters

Drake has a world built in. urdfdom, and so ROS, Gazebo and Pinocchio, and MuJoCo reject the
description.

## Example

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="world"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Use instead

```xml
<link name="world"/>
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="world"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Fix safety

Safe: the link that fourbar adds anyway is declared.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R215",
    name="undeclared-world",
    severity=Severity.WARNING,
    summary="Joints are attached to a 'world' link that is not declared.",
    since="0.1",
    fix="safe",
)
