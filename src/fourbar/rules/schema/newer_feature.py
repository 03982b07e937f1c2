"""The file uses a feature of a later URDF version than it declares.

## What it does

Finds `<capsule>` (URDF 1.1) in a robot whose `version` is lower or missing. It is read all the
same. For `quat_xyzw` of such a robot see S117.

## Why it matters

urdfdom reads the version as 1.0 where it is missing, and then ignores the capsule.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <capsule radius="0.1" length="0.3"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <cylinder radius="0.1" length="0.3"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Safe: the robot's version becomes 1.1.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S131",
    name="newer-feature",
    severity=Severity.WARNING,
    summary="The file uses a feature of a later URDF version than it declares.",
    since="0.1",
    fix="safe",
)
