"""A group has no joints.

## What it does

Collects the joints of each group: its own, those above its links, along its chains, in its
subgroups.

## Why it matters

There is nothing to plan for.

## Example

```xml
<group name="all"/>
```

## Use instead

```xml
<group name="all">
  <joint name="elbow"/>
</group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C679", "empty-group", WARNING, "A group has no joints.")

AFTER = ("C670", "C671", "C672", "C675")


def check(context: Context) -> Findings:
    """Count the joints."""
    semantics = context.semantics
    for name, element in semantics.groups.items() if semantics is not None else ():
        if semantics is not None and not semantics.joints_of(name, context.robot):
            if any(c.tag == "link" for c in element.children):
                continue  # the root link alone: an end effector without joints
            message = f"group '{name}' has no joints"
            yield context.find(RULE, "srdf.group", message, span=semantics.span(element))
