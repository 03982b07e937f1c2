"""The root link has inertia.

## What it does

Looks for a mass in the root link, where a moving joint hangs from it.

## Why it matters

KDL, and with it robot_state_publisher and many ROS controllers, ignores the root's inertia and
prints a warning at every start.

## Example

```xml
<link name="base">
  <inertial>...</inertial>
</link>
```

## Use instead

```xml
<link name="root"/>
<link name="base">
  <inertial>...</inertial>
</link>
<joint name="mount" type="fixed">
  <parent link="root"/>
  <child link="base"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P440", "root-inertia", INFO, "The root link has inertia.")


def check(context: Context) -> Findings:
    """Look at the root."""
    robot = context.robot
    if len(robot.roots) != 1 or not robot.joints:
        return
    root = robot.roots[0]
    if root.inertial is not None and root.inertial.mass > 0:
        message = f"root link '{root.name}' has inertia, which KDL ignores"
        notes = ("add a root link without inertia and a fixed joint to this one",)
        yield context.find(RULE, f"link[{root.name}].inertial", message, notes=notes)
