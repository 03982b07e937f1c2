"""A closed mechanism cannot move.

## What it does

Computes the mobility of every cluster and reports zero.

Clusters with more than 80 velocities are not checked.

## Why it matters

Its loops and couplings hold all of its joints still. Probably a loop with more freedom was
intended (spherical, or revolute about the right axis).

## Example

```xml
<link name="ground"/>
<link name="crank"/>
<link name="coupler"/>
<link name="rocker"/>
<joint name="drive" type="continuous">
  <parent link="ground"/>
  <child link="crank"/>
  <origin xyz="0 0 0"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="knee" type="continuous">
  <parent link="crank"/>
  <child link="coupler"/>
  <origin xyz="0 1 0"/>
  <axis xyz="0 0 1"/>
</joint>
<joint name="rock" type="continuous">
  <parent link="ground"/>
  <child link="rocker"/>
  <origin xyz="1 0 0"/>
  <axis xyz="0 0 1"/>
</joint>
<loop name="close" type="fixed">
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G346",
    name="immobile-mechanism",
    severity=Severity.WARNING,
    summary="A closed mechanism cannot move.",
    since="0.1",
)
