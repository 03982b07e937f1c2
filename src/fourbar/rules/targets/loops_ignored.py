"""The target ignores loops and couplings.

## What it does

Finds `<loop>` and `<coupling>` where the target reads plain URDF.

## Why it matters

Gazebo, MuJoCo, Isaac, MoveIt, KDL, Drake, Pinocchio and Newton skip elements they do not know:
the mechanism falls open without a message. Tried: Pinocchio 4.1.0 makes a model with all freedoms
of the open tree, and MuJoCo 4.0.0 one without equality constraints. Newton's reader looks for
`link`, `joint` and `material` only.

These programs can close loops that are given to them in another way: as constraint models
(Pinocchio), `<equality>` (MuJoCo), `drake:ball_constraint` (Drake) or joints between bodies
(Newton's MuJoCo and Kamino solvers). `fourbar convert leg.urdf leg.xml` writes them for MuJoCo,
`--dialect drake` for Drake, and `leg.usda` for Newton and Isaac. Their inverse dynamics and mass
matrices leave loops out even then, save for the forces that MuJoCo spreads over all joints.

## Example

```xml
<loop name="close" type="continuous">
  <predecessor link="left"/>
  <successor link="right"/>
</loop>
```

## Use instead

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T801",
    name="loops-ignored",
    severity=Severity.WARNING,
    summary="The target ignores loops and couplings.",
    since="0.1",
    targets=("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio", "newton"),
)
