"""The SRDF names a link that does not exist.

## What it does

Looks up the links of groups, chains, end effectors, virtual joints and disabled collisions.

## Why it matters

MoveIt drops the entry with a message in its log: the pair is checked for collisions after all,
or the group is empty.

## Example

```xml
<disable_collisions link1="base" link2="uper" reason="Adjacent"/>
```

## Use instead

```xml
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...names import closest
from ...rule import ERROR, Context, Findings, Rule
from ...srdf import references

RULE = Rule("C670", "srdf-unknown-link", ERROR, "The SRDF names a link that does not exist.")


def check(context: Context) -> Findings:
    """Look the links up."""
    semantics = context.semantics
    if semantics is None:
        return
    known = context.robot.links
    for element, attribute, what in references(semantics, "link"):
        name = element.attributes.get(attribute)
        if name is not None and name not in known:
            _, text = closest(name, known.names)
            message = f"{what} names link '{name}', no such link{text}"
            span = semantics.span(element, attribute)
            yield context.find(RULE, f"srdf.{element.tag}", message, span=span)
