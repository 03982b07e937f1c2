"""The joints marked independent do not determine the motion of the mechanism.

## What it does

Computes the mobility of every cluster at an assembled pose, and whether the joints marked
`independent` determine all the others there.

Clusters with more than 80 velocities are not checked.

## Why it matters

With too few, the mechanism can move without being commanded; with too many, commands contradict
each other.

## Example

```xml
<link name="ground"/>
<link name="crank"/>
<link name="coupler"/>
<link name="rocker"/>
<joint name="drive" type="continuous" independent="true">
  <parent link="ground"/>
  <child link="crank"/>
  <origin xyz="0 0 0"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="knee" type="continuous" independent="true">
  <parent link="crank"/>
  <child link="coupler"/>
  <origin xyz="0 1 0"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="rock" type="continuous" independent="false">
  <parent link="ground"/>
  <child link="rocker"/>
  <origin xyz="1 0 0"/>
  <axis xyz="0 0 1"/>
</joint>
<loop name="close" type="revolute">
  <predecessor link="coupler">
    <origin xyz="1 0 0"/>
  </predecessor>
  <successor link="rocker">
    <origin xyz="0 1 0"/>
  </successor>
  <axis xyz="0 0 1"/>
</loop>
```

## Use instead

```xml
<link name="ground"/>
<link name="crank"/>
<link name="coupler"/>
<link name="rocker"/>
<joint name="drive" type="continuous" independent="true">
  <parent link="ground"/>
  <child link="crank"/>
  <origin xyz="0 0 0"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="knee" type="continuous" independent="false">
  <parent link="crank"/>
  <child link="coupler"/>
  <origin xyz="0 1 0"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="rock" type="continuous" independent="false">
  <parent link="ground"/>
  <child link="rocker"/>
  <origin xyz="1 0 0"/>
  <axis xyz="0 0 1"/>
</joint>
<loop name="close" type="revolute">
  <predecessor link="coupler">
    <origin xyz="1 0 0"/>
  </predecessor>
  <successor link="rocker">
    <origin xyz="0 1 0"/>
  </successor>
  <axis xyz="0 0 1"/>
</loop>
```

## Fix safety

Unsafe: `independent` is set to a choice that works. Only the builder knows which joints have
motors.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G340",
    name="wrong-independent-set",
    severity=Severity.ERROR,
    summary="The joints marked independent do not determine the motion of the mechanism.",
    since="0.1",
    fix="unsafe",
)
