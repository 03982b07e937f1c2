"""Gazebo merges the link that the block refers to.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T809",
    name="lumped-reference",
    severity=Severity.INFO,
    summary="Gazebo merges the link that the block refers to.",
    since="0.1",
    targets=("gazebo",),
)
