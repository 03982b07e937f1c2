"""The zero of a joint is not that of the file.

## What it does

Finds joints whose `ref` is not 0. Here a joint is at zero where the file draws it; MuJoCo gives
that pose the position `ref`.

## Why it matters

Positions and limits differ by that constant from those in MuJoCo.

## Example

```xml
<mujoco>
  <worldbody>
    <body name="arm">
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <joint name="shoulder" ref="30"/>
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
    code="F923",
    name="zero-shifted",
    severity=Severity.INFO,
    summary="The zero of a joint is not that of the file.",
    since="0.1",
)
