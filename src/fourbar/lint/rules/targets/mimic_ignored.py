"""The target ignores mimic joints.

## What it does

Finds `<mimic>` where the target's reader leaves it out: KDL has no such joints, and Pinocchio's
builds free ones unless it is told otherwise (`mimic=True`).

## Why it matters

The follower moves freely, and the model has a degree of freedom that the robot has not.

## Example

```xml
<joint name="r" type="continuous">
  ...
  <mimic joint="l"/>
</joint>
```

## Use instead

```xml
<!-- in Pinocchio: buildModelFromUrdf(path, mimic=True) -->
<joint name="r" type="continuous">
  ...
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("T803", "mimic-ignored", WARNING, "The target ignores mimic joints.")

TARGETS = ("kdl", "pinocchio")


def check(context: Context) -> Findings:
    """Look for followers."""
    names = " and ".join(t for t in context.settings.targets if t in TARGETS)
    for joint in context.robot.joints:
        if joint.mimic is not None:
            message = f"in {names}, joint '{joint.name}' will not follow '{joint.mimic.joint}'"
            yield context.find(RULE, f"joint[{joint.name}].mimic", message)
