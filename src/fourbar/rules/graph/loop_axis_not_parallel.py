"""The axis of a loop is not parallel to the joints of its planar cycle.

## What it does

Looks at loops that turn about one axis and close a planar cycle: one whose joints turn about
parallel axes, or slide across them.

## Why it matters

The links of such a cycle move in one plane, and a loop that turns about another axis locks them.
The mechanism then has no degree of freedom, or is found in a folded pose only: nothing drives it.

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
  <axis xyz="0 1 0"/>
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

Unsafe: the axis is set to the direction of the first joint of the cycle.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G347",
    name="loop-axis-not-parallel",
    severity=Severity.ERROR,
    summary="The axis of a loop is not parallel to the joints of its planar cycle.",
    since="0.1",
    fix="unsafe",
)
