"""The SRDF names a group that does not exist.

## What it does

Looks up the groups of states, end effectors and subgroups.

## Why it matters

The state, end effector or subgroup is dropped.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="amr">
  <joint name="elbow" value="0"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="elbow" value="0"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...names import closest
from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("C672", "srdf-unknown-group", ERROR, "The SRDF names a group that does not exist.")


def check(context: Context) -> Findings:
    """Look the groups up."""
    semantics = context.semantics
    if semantics is None:
        return
    places = [(e, "group") for e in semantics.all("group_state")]
    for element in semantics.all("end_effector"):
        places += [(element, "group"), (element, "parent_group")]
    for group in semantics.all("group"):
        places += [(child, "name") for child in group.children if child.tag == "group"]
    for element, attribute in places:
        name = element.attributes.get(attribute)
        if name and name not in semantics.groups:
            _, text = closest(name, semantics.groups)
            span = semantics.span(element, attribute)
            message = f"there is no group '{name}'{text}"
            yield context.find(RULE, f"srdf.{element.tag}", message, span=span)
