"""Gazebo merges the link that a block refers to.

## What it does

Finds `<gazebo reference>` to links that hang on a fixed joint, unless the joint is preserved.

## Why it matters

Gazebo merges such a link into its parent. Sensors and materials move along, but the link is not
found by its name afterwards.

## Example

```xml
<joint name="mount" type="fixed">
  <parent link="base"/>
  <child link="camera"/>
</joint>
<gazebo reference="camera">
  <sensor name="eye" type="camera"/>
</gazebo>
```

## Use instead

```xml
<gazebo reference="mount">
  <preserveFixedJoint>true</preserveFixedJoint>
</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import gazebo
from ...rule import INFO, Context, Findings, Rule

RULE = Rule("T809", "lumped-reference", INFO, "Gazebo merges the link that a block refers to.")

TARGETS = ("gazebo",)
_KEPT = ("preserveFixedJoint", "disableFixedJointLumping")


def check(context: Context) -> Findings:
    """Look for merged links."""
    robot = context.robot
    kept = {
        part.reference
        for _, part, _ in gazebo(context)
        if any(getattr(extra, "tag", "") in _KEPT for extra in part.extra)
    }
    for path, part, element in gazebo(context):
        above = robot.parent_joints.get(part.reference or "", ())
        if not above or above[0].type != "fixed" or above[0].name in kept:
            continue
        if part.reference in kept:
            continue
        message = f"Gazebo merges link '{part.reference}' into '{above[0].parent}'"
        yield context.find(
            RULE, f"{path}.reference", message, element=element, attribute="reference"
        )
