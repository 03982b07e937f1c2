"""A group state leaves joints of its group out.

## What it does

Compares the joints of each group state with the moving joints of its group; mimic and passive
joints may be left out.

## Why it matters

The joints that are left out stay at zero, or where they are: which one depends on the tool.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="elbow" value="0"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="0"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("C674", "incomplete-state", INFO, "A group state leaves joints of its group out.")


def check(context: Context) -> Findings:
    """Compare state and group."""
    semantics, joints = context.semantics, context.robot.joints
    if semantics is None:
        return
    passive = {e.attributes.get("name", "") for e in semantics.all("passive_joint")}
    for state in semantics.all("group_state"):
        group = state.attributes.get("group", "")
        stated = {child.attributes.get("name", "") for child in state.children}
        missing = sorted(
            name
            for name in semantics.joints_of(group, context.robot) - stated - passive
            if joints[name].type != "fixed" and joints[name].mimic is None
        )
        if missing:
            name = state.attributes.get("name", "")
            shown = ", ".join(missing[:5])
            message = f"state '{name}' of group '{group}' says nothing about {shown}"
            span = semantics.span(state)
            yield context.find(RULE, "srdf.group_state", message, span=span)
