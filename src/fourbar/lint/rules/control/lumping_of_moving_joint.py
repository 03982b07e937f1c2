"""Fixed-joint options stand on a joint that moves.

## What it does

Finds `<preserveFixedJoint>` and `<disableFixedJointLumping>` in Gazebo blocks for joints that
are not fixed.

## Why it matters

They have no effect; most likely the block refers to the wrong joint.

## Example

```xml
<gazebo reference="elbow">
  <preserveFixedJoint>true</preserveFixedJoint>
</gazebo>
```

## Use instead

```xml
<gazebo reference="elbow">
  <implicitSpringDamper>true</implicitSpringDamper>
</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import gazebo
from ...rule import INFO, Context, Findings, Rule

RULE = Rule(
    "C653", "lumping-of-moving-joint", INFO, "Fixed-joint options stand on a joint that moves."
)

_OPTIONS = ("preserveFixedJoint", "disableFixedJointLumping")


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for path, part, element in gazebo(context):
        joint = context.robot.joints.get(part.reference or "")
        if joint is None or joint.type == "fixed" or joint.name in context.robot.links:
            continue
        for inner in element.children if element is not None else ():
            if inner.tag in _OPTIONS:
                message = f"joint '{joint.name}' is {joint.type}; <{inner.tag}> has no effect"
                yield context.find(RULE, f"{path}.{inner.tag}", message, element=inner)
