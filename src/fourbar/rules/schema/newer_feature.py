"""A feature needs a higher URDF version than the file states.

## What it does

Finds `<capsule>` (URDF 1.1) and `quat_xyzw` (URDF 1.1) in a robot whose `version` is lower or
missing.

## Why it matters

urdfdom reads the version as 1.0 where it is missing, and then leaves the capsule or the
orientation out.

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
<robot name="arm" version="1.1">
  <link name="base">
    <collision>
      <geometry>
        <capsule radius="0.1" length="0.3"/>
      </geometry>
    </collision>
  </link>
</robot>
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
    summary="A feature needs a higher URDF version than the file states.",
    since="0.1",
    fix="safe",
)
