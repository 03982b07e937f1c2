"""A continuous joint has no velocity limit.

## What it does

Looks for `<limit velocity>` in continuous joints.

## Why it matters

MoveIt cannot time a trajectory of a joint without one: its time parametrisation fails.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit effort="5" velocity="2"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T808",
    name="continuous-without-velocity",
    severity=Severity.WARNING,
    summary="A continuous joint has no velocity limit.",
    since="0.1",
    targets=("moveit",),
)
