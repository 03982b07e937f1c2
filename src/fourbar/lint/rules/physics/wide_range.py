"""A revolute joint turns more than ten times.

## What it does

Finds ranges of revolute joints of more than ten turns that do not look like degrees.

## Why it matters

A joint that turns so far is continuous for most purposes; planners search its whole range.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-100.1" upper="100.1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit effort="5" velocity="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from math import isfinite, tau

from ...edits import number
from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P419", "wide-range", INFO, "A revolute joint turns more than ten times.")

AFTER = ("P404",)
_TURNS = 10


def check(context: Context) -> Findings:
    """Count the turns."""
    for joint in context.robot.joints:
        if joint.type != "revolute" or joint.limit is None:
            continue
        lower, upper = joint.bounds
        turns = (upper - lower) / tau
        if isfinite(turns) and turns > _TURNS:
            message = f"joint '{joint.name}' turns {number(round(turns, 1))} times; continuous?"
            yield context.find(RULE, f"joint[{joint.name}].limit", message)
