"""A limit lacks effort or velocity.

## What it does

Looks for `effort` and `velocity` in the `<limit>` of moving joints.

## Why it matters

Both are required: urdfdom, and with it ROS, Pinocchio and KDL, refuse the file.

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

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("S141", "incomplete-limit", WARNING, "A limit lacks effort or velocity.")

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Look for the two attributes."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None:
            continue
        pairs = (("effort", limit.effort), ("velocity", limit.velocity))
        missing = [name for name, value in pairs if value is None]
        if missing:
            what = " and ".join(missing)
            message = f"the limit of joint '{joint.name}' has no {what}"
            yield context.find(RULE, f"joint[{joint.name}].limit", message)
