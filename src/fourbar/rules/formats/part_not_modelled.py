"""The file has parts that fourbar does not model.

## What it does

Counts what was not read, per kind: spatial tendons, muscles, skins, flexible bodies, plugins,
contact pairs, sensors.

## Why it matters

The robot works without them: poses, masses and loops are complete. Writing it gives a file without
these parts.

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
