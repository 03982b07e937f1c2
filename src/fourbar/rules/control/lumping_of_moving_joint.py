"""A moving joint has options for fixed joints.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C653",
    name="lumping-of-moving-joint",
    severity=Severity.INFO,
    summary="A moving joint has options for fixed joints.",
    since="0.1",
)
