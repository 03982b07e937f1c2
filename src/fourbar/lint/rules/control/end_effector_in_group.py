"""An end effector's parent link belongs to its own group.

## What it does

Looks whether `parent_link` of an end effector is one of the links that the end effector's group
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

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C677",
    "end-effector-in-own-group",
    WARNING,
    "An end effector's parent link belongs to its own group.",
)


def check(context: Context) -> Findings:
    """Compare parent link and group."""
    semantics = context.semantics
    for element in semantics.all("end_effector") if semantics is not None else ():
        if semantics is None:
            return
        group = element.attributes.get("group", "")
        parent = element.attributes.get("parent_link", "")
        if parent in semantics.links_of(group, context.robot):
            name = element.attributes.get("name", "")
            message = f"parent link '{parent}' of end effector '{name}' is in its group '{group}'"
            span = semantics.span(element, "parent_link")
            yield context.find(RULE, "srdf.end_effector", message, span=span)
