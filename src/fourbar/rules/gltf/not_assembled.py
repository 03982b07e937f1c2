"""No pose closes the loops.

## What it does

Solves for the pose in which all loops close.

## Why it matters

The file shows the mechanism with open loops.

## Example

```xml
<robot name="bars">
  <link name="ground"/>
  <link name="crank"/>
  <link name="rocker"/>
  <joint name="a" type="continuous">
    <parent link="ground"/>
    <child link="crank"/>
    <axis xyz="0 0 1"/>
  </joint>
  <joint name="b" type="continuous">
    <parent link="ground"/>
    <child link="rocker"/>
    <origin xyz="5 0 0"/>
    <axis xyz="0 0 1"/>
  </joint>
  <loop name="close" type="spherical">
    <predecessor link="crank">
      <origin xyz="0.5 0 0"/>
    </predecessor>
    <successor link="rocker">
      <origin xyz="0.5 0 0"/>
    </successor>
  </loop>
</robot>
```

## Use instead

```xml
<robot name="bars">
  <link name="ground"/>
  <link name="crank"/>
  <link name="rocker"/>
  <joint name="a" type="continuous">
    <parent link="ground"/>
    <child link="crank"/>
    <axis xyz="0 0 1"/>
  </joint>
  <joint name="b" type="continuous">
    <parent link="ground"/>
    <child link="rocker"/>
    <origin xyz="0.8 0 0"/>
    <axis xyz="0 0 1"/>
  </joint>
  <loop name="close" type="spherical">
    <predecessor link="crank">
      <origin xyz="0.5 0 0"/>
    </predecessor>
    <successor link="rocker">
      <origin xyz="0.5 0 0"/>
    </successor>
  </loop>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E755",
    name="not-assembled",
    severity=Severity.WARNING,
    summary="No pose closes the loops.",
    since="0.1",
)
