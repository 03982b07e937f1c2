"""The mechanism cannot be assembled.

## What it does

Solves the loop equations from the zero pose and from further starts.

Closed parts of more than 80 velocities are left alone.

## Why it matters

No position of the joints brings the two sides of the loop together: a length, an origin or an
axis is wrong. Simulators tear at the gap for ever.

## Example

```xml
<loop name="close" type="revolute">
  <predecessor link="coupler">
    <origin xyz="1 0 0"/>
  </predecessor>
  <successor link="rocker">
    <origin xyz="0 9 0"/>
  </successor>
  <axis xyz="0 0 1"/>
</loop>
```

## Use instead

```xml
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

from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("G341", "loop-does-not-close", ERROR, "The mechanism cannot be assembled.")


def check(context: Context) -> Findings:
    """Ask the mechanics."""
    error = context.open_loops
    if error is None:
        return
    robot = context.robot
    name = max(error.open, key=error.open.__getitem__, default="")
    for kind, parts in (("loop", robot.loops), ("coupling", robot.couplings)):
        if name in parts or not name:
            yield context.find(RULE, f"{kind}[{name}]", str(error))
            return
    yield context.find(RULE, f"joint[{name}].mimic", str(error))
