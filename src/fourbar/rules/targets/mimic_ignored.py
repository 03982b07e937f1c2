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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T803",
    name="mimic-ignored",
    severity=Severity.WARNING,
    summary="The target ignores mimic joints.",
    since="0.1",
    targets=("kdl", "pinocchio"),
)
