"""MuJoCo cannot read the file.

## What it does

Reads the file with MuJoCo's own compiler, and passes on what it finds wrong.

## Why it matters

There is no robot to work with. Reading MJCF needs MuJoCo: `pip install mujoco-core`.

## Example

```xml
<mujoco>
  <worldbody>
    <body name="arm">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="shoulder" type="hinges"/>
    </body>
  </worldbody>
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
    code="F920",
    name="mjcf-unreadable",
    severity=Severity.ERROR,
    summary="MuJoCo cannot read the file.",
    since="0.1",
)
