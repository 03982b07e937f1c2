"""A joint's largest velocity is zero.

## What it does

Looks at `velocity` in the `<limit>` of moving joints.

## Why it matters

Taken at its word, the joint may not move: MoveIt plans no motion for it. Exporters write 0 for
want of a number.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="0"/>
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

RULE = Rule("P408", "zero-velocity", WARNING, "A joint's largest velocity is zero.")


def check(context: Context) -> Findings:
    """Look at the largest velocity."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.velocity is None or limit.velocity != 0:
            continue
        message = f"joint '{joint.name}' may not move: its largest velocity is 0"
        yield context.find(RULE, f"joint[{joint.name}].limit.velocity", message)
