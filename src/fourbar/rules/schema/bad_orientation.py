"""A quaternion needs a later version, is given beside angles, or is not a rotation.

## What it does

Finds `quat_xyzw` in a robot whose `version` is below 1.1 or missing, beside `rpy`, of length zero,
and of a length other than 1 (a warning then).

## Why it matters

Before version 1.1 the quaternion is ignored, as urdfdom does: the part is turned otherwise than it
was written. urdfdom refuses a file with both. A quaternion of length zero has no direction; one of
another length is usually a slip of a digit.

## Example

```xml
<robot name="arm" version="1.1">
  <link name="base"/>
  <link name="tip"/>
  <joint name="mount" type="fixed">
    <parent link="base"/>
    <child link="tip"/>
    <origin rpy="0 0 1.5708" quat_xyzw="0 0 0.7071068 0.7071068"/>
  </joint>
</robot>
```

## Use instead

```xml
<robot name="arm" version="1.1">
  <link name="base"/>
  <link name="tip"/>
  <joint name="mount" type="fixed">
    <parent link="base"/>
    <child link="tip"/>
    <origin quat_xyzw="0 0 0.7071068 0.7071068"/>
  </joint>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S117",
    name="bad-orientation",
    severity=Severity.ERROR,
    summary="A quaternion needs a later version, is given beside angles, or is not a rotation.",
    since="0.1",
)
