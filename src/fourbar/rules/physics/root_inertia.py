"""The root link has inertia.

## What it does

Looks for a mass in the root link, where a moving joint hangs from it.

## Why it matters

KDL, and with it robot_state_publisher and many ROS controllers, ignores the root's inertia and
prints a warning at every start.

## Example

```xml
<link name="base">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
<link name="tip"/>
<joint name="turn" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

## Use instead

```xml
<link name="root"/>
<link name="base">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
<joint name="mount" type="fixed">
  <parent link="root"/>
  <child link="base"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P440",
    name="root-inertia",
    severity=Severity.INFO,
    summary="The root link has inertia.",
    since="0.1",
)
