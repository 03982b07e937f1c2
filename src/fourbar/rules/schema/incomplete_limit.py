"""A limit has no effort or no velocity.

## What it does

Looks for `effort` and `velocity` in the `<limit>` of moving joints.

## Why it matters

Both are required: urdfdom, and with it ROS, Pinocchio and KDL, reject the file.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S141",
    name="incomplete-limit",
    severity=Severity.WARNING,
    summary="A limit has no effort or no velocity.",
    since="0.1",
)
