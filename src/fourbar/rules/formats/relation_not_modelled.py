"""An equality is not one that fourbar knows.

## What it does

Finds equalities between joints that are not linear, second ones for the same joint, and tendons
that are not sums over two chains of joints.

## Why it matters

The joints move independently of each other here, and together in MuJoCo.

## Example

```xml
<mujoco>
  <worldbody>
    <body name="arm">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="shoulder"/>
      <joint name="slide" type="slide"/>
    </body>
  </worldbody>
  <equality>
    <joint joint1="slide" joint2="shoulder" polycoef="0 1 0.5 0 0"/>
  </equality>
</mujoco>
```

## Use instead

```xml
<mujoco>
  <worldbody>
    <body name="arm">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="shoulder"/>
      <joint name="slide" type="slide"/>
    </body>
  </worldbody>
  <equality>
    <joint joint1="slide" joint2="shoulder" polycoef="0 1 0 0 0"/>
  </equality>
</mujoco>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F922",
    name="relation-not-modelled",
    severity=Severity.WARNING,
    summary="An equality is not one that fourbar knows.",
    since="0.1",
)
