"""A link and a joint have the same name.

## What it does

Compares the names of links with those of joints.

## Why it matters

`<gazebo reference>` cannot tell them apart, and SDF, to which Gazebo converts, does not allow
siblings with the same name.

## Example

```xml
<link name="elbow"/>
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="elbow"/>
</joint>
```

## Use instead

```xml
<link name="elbow"/>
<joint name="elbow_joint" type="fixed">
  <parent link="base"/>
  <child link="elbow"/>
</joint>
```

## Fix safety

Unsafe: the joint becomes `NAME_joint`, here and wherever the file refers to it; other files are
not changed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R205",
    name="link-and-joint-share-name",
    severity=Severity.WARNING,
    summary="A link and a joint have the same name.",
    since="0.1",
    fix="unsafe",
)
