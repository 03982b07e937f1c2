"""A revolute or prismatic joint has no limits.

## What it does

Looks for `<limit>` in revolute and prismatic joints. Joints that `<mimic>` others count too.

## Why it matters

URDF requires it: urdfdom and everything built on it (ROS, Pinocchio, KDL) refuse the file.
Drake, MuJoCo and the URDF+ paper read the joint as unlimited.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
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

Unsafe, and for revolute joints only: the type becomes continuous, which is what a hinge without
limits is.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("S140", "missing-limit", WARNING, "A revolute or prismatic joint has no limits.")


def check(context: Context) -> Findings:
    """Look for the element."""
    for joint in context.robot.joints:
        if joint.type not in ("revolute", "prismatic") or joint.limit is not None:
            continue
        path = f"joint[{joint.name}]"
        fix = None
        if joint.type == "revolute":
            text = 'write type="continuous"'
            fix = context.set_attribute(f"{path}.type", "continuous", text, safe=False)
        message = f"{joint.type} joint '{joint.name}' has no <limit>"
        notes = ('add <limit lower=".." upper=".." effort=".." velocity=".."/>',)
        yield context.find(RULE, path, message, notes=notes, fix=fix)
