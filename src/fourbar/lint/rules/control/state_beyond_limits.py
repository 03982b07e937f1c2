"""A group state lies outside the joint's limits.

## What it does

Compares the values of group states with the limits of their joints.

## Why it matters

MoveIt refuses to plan to the state, or clamps it to another pose.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="2.5"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="1.5"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...control import as_number
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C673", "state-beyond-limits", WARNING, "A group state lies outside the joint's limits."
)

_SLACK = 1e-3


def check(context: Context) -> Findings:
    """Compare with the limits."""
    semantics = context.semantics
    for state in semantics.all("group_state") if semantics is not None else ():
        for element in state.children:
            joint = context.robot.joints.get(element.attributes.get("name", ""))
            position = as_number(element.attributes.get("value"))
            if semantics is None or joint is None or position is None or joint.dof != 1:
                continue
            lower, upper = joint.bounds
            if not lower - _SLACK <= position <= upper + _SLACK:
                name = state.attributes.get("name", "")
                message = (
                    f"state '{name}' puts joint '{joint.name}' at {position:g}, outside "
                    f"{lower:g} to {upper:g}"
                )
                span = semantics.span(element, "value")
                yield context.find(RULE, "srdf.group_state", message, span=span)
