"""The target ignores mimic joints.

## What it does

Finds `<mimic>` where the target's reader ignores it: KDL has no mimic joints, and Pinocchio builds
free joints unless `mimic=True` is passed.

## Why it matters

The follower moves freely, and the model has a degree of freedom that the robot does not have.

## Example

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
  <mimic joint="l"/>
</joint>
```

## Use instead

```xml
<link name="left"/>
<link name="right"/>
<joint name="l" type="continuous">
  <parent link="base"/>
  <child link="left"/>
</joint>
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
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
