"""The robot is not a tree, and glTF needs one.

## What it does

Looks for links without names, joints to links that do not exist, two parents, and circles.

## Why it matters

Nodes of glTF are a tree. Close loops by `<loop>`.

## Example

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
<joint name="other" type="fixed">
  <parent link="base"/>
  <child link="arm"/>
</joint>
```

## Use instead

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E750",
    name="robot-not-a-tree",
    severity=Severity.ERROR,
    summary="The robot is not a tree, and glTF needs one.",
    since="0.1",
)
