"""A closed loop of another format was read as a loop.

## What it does

Reports each closed loop that another format describes and that fourbar reads as a `<loop>`: the
constraints of Drake (`drake:ball_constraint`, `drake:linear_bushing_rpy`), and the `closed_loop`
list in the `robot.yaml` of Gepetto models. A `drake:tendon_constraint` that has no play is read as
a `<mimic>` or `<coupling>`, and reported as well.

## Why it matters

The loop is part of the robot for every command, although plain URDF readers ignore it.

## Example

```xml
<drake:ball_constraint>
  <drake:ball_constraint_body_A name="left"/>
  <drake:ball_constraint_body_B name="right"/>
  <drake:ball_constraint_p_AP value="0.1 0 0"/>
  <drake:ball_constraint_p_BQ value="0.1 0 0"/>
</drake:ball_constraint>
```

## Use instead

```xml
<loop name="close" type="spherical">
  <predecessor link="left">
    <origin xyz="0.1 0 0"/>
  </predecessor>
  <successor link="right">
    <origin xyz="0.1 0 0"/>
  </successor>
</loop>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S123",
    name="lifted-loop",
    severity=Severity.INFO,
    summary="A closed loop of another format was read as a loop.",
    since="0.1",
    notice=True,
)
