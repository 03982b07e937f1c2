"""Two groups, or two states of one group, share a name.

## What it does

Compares the names of groups, and those of each group's states.

## Why it matters

MoveIt keeps one of them.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group name="arm">
  <joint name="elbow"/>
</group>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "C680", "duplicate-group", WARNING, "Two groups, or two states of one group, share a name."
)


def check(context: Context) -> Findings:
    """Compare the names."""
    semantics = context.semantics
    for tag in ("group", "group_state"):
        seen: set[tuple[str, str]] = set()
        for element in semantics.all(tag) if semantics is not None else ():
            name = element.attributes.get("name", "")
            key = (name, element.attributes.get("group", ""))
            if semantics is not None and key in seen:
                word = "state" if tag == "group_state" else "group"
                message = f"there is a {word} '{name}' already"
                span = semantics.span(element, "name")
                yield context.find(RULE, f"srdf.{tag}", message, span=span)
            seen.add(key)
