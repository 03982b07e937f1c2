"""The target ignores loops and couplings.

## What it does

Finds `<loop>` and `<coupling>` where the target reads plain URDF.

## Why it matters

Gazebo, MuJoCo, Isaac, MoveIt, KDL, Drake and Pinocchio skip elements they do not know: the
mechanism falls open without a message.

## Example

```xml
<loop name="close" type="continuous">
  <predecessor link="left"/>
  <successor link="right"/>
</loop>
```

## Use instead

```xml
<!-- for these targets: a constraint in their own format -->
<gazebo>...</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("T801", "loops-ignored", WARNING, "The target ignores loops and couplings.")

TARGETS = ("gazebo", "mujoco", "isaac", "moveit", "kdl", "drake", "pinocchio")


def check(context: Context) -> Findings:
    """Look for URDF+."""
    for kind, parts in (("loop", context.robot.loops), ("coupling", context.robot.couplings)):
        for part in parts:
            names = " and ".join(context.settings.targets)
            message = f"{names} will ignore {kind} '{part.name}'"
            yield context.find(RULE, f"{kind}[{part.name}]", message)
