"""The parent link of an end effector belongs to its own group.

## What it does

Checks whether `parent_link` of an end effector is one of the links that the end effector's group
moves.

## Why it matters

The parent link is the one the gripper is mounted on. MoveIt reports that the end effector has
no parent group.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<end_effector name="hand" parent_link="lower" group="arm"/>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group name="hand">
  <link name="lower"/>
</group>
<end_effector name="hand" parent_link="upper" group="hand"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C677",
    name="end-effector-in-own-group",
    severity=Severity.WARNING,
    summary="The parent link of an end effector belongs to its own group.",
    since="0.1",
)
