"""The SRDF names a joint that does not exist.

## What it does

Looks up the joints of groups and passive joints. (Those of group states are R202.)

## Why it matters

MoveIt drops the entry with a message in its log, and plans with a group that lacks a joint.

## Example

```xml
<passive_joint name="elbo"/>
```

## Use instead

```xml
<passive_joint name="elbow"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...names import closest
from ...rule import ERROR, Context, Findings, Rule
from ...srdf import references

RULE = Rule("C671", "srdf-unknown-joint", ERROR, "The SRDF names a joint that does not exist.")


def check(context: Context) -> Findings:
    """Look the joints up."""
    semantics = context.semantics
    if semantics is None:
        return
    virtual = {e.attributes.get("name") for e in semantics.all("virtual_joint")}
    known = context.robot.joints
    for element, attribute, what in references(semantics, "joint"):
        name = element.attributes.get(attribute)
        if name is not None and name not in known and name not in virtual:
            _, text = closest(name, known.names)
            message = f"{what} names joint '{name}', no such joint{text}"
            span = semantics.span(element, attribute)
            yield context.find(RULE, f"srdf.{element.tag}", message, span=span)
