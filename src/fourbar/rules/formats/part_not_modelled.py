"""The file has parts that fourbar does not model.

## What it does

Counts what was not read, per kind, with the place of the first: sensors, cameras, skins, plugins,
softness of contacts. What makes the robot move or collide in another way is a warning: springs,
gains of actuators, tendons, another gravity, joints and models that were left out. Ellipsoids are
read as meshes, which is told too.

## Why it matters

Poses, masses and loops are complete unless a warning says otherwise. Writing the robot gives a file
without these parts.

## Example

```xml
<mujoco>
  <worldbody>
    <body name="arm">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="shoulder"/>
    </body>
  </worldbody>
  <sensor>
    <jointpos joint="shoulder"/>
  </sensor>
</mujoco>
```

## Use instead

```xml
<mujoco>
  <worldbody>
    <body name="arm">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="shoulder"/>
    </body>
  </worldbody>
</mujoco>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F921",
    name="part-not-modelled",
    severity=Severity.INFO,
    summary="The file has parts that fourbar does not model.",
    since="0.1",
)
