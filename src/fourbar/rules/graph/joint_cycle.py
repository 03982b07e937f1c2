"""The joints form a cycle instead of a tree.

## What it does

Follows the joints from parent to child until a link repeats; the joint that closes the cycle is
reported with the links along it.

## Why it matters

URDF's joints are a tree. Readers that follow a cycle hang or overflow their stack.

## Example

```xml
<joint name="back" type="continuous">
  <parent link="tip"/>
  <child link="arm"/>
</joint>
```

## Use instead

```xml
<link name="arm"/>
<link name="tip"/>
<joint name="shoulder" type="continuous">
  <parent link="base"/>
  <child link="arm"/>
</joint>
<joint name="elbow" type="continuous">
  <parent link="arm"/>
  <child link="tip"/>
</joint>
<loop name="back" type="continuous">
  <predecessor link="tip"/>
  <successor link="arm"/>
</loop>
```

## Fix safety

Unsafe: the joint that closes the cycle becomes a `<loop>`; its limits and dynamics have no
place there.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G301",
    name="joint-cycle",
    severity=Severity.ERROR,
    summary="The joints form a cycle instead of a tree.",
    since="0.1",
    fix="unsafe",
)
