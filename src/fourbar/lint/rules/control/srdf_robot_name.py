"""The SRDF is for a robot of another name.

## What it does

Compares the names of the two files' robots.

## Why it matters

MoveIt reports an error at start; most likely the two files do not belong together.

## Example

```xml
<!-- the URDF says name="arm" -->
<robot name="leg">
```

## Use instead

```xml
<robot name="arm">
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C678", "srdf-robot-name", WARNING, "The SRDF is for a robot of another name.")


def check(context: Context) -> Findings:
    """Compare the names."""
    semantics = context.semantics
    name = semantics.document.root.attributes.get("name") if semantics is not None else None
    if semantics is not None and name != context.robot.name:
        message = f"the SRDF is for '{name}', the robot is '{context.robot.name}'"
        span = semantics.span(semantics.document.root, "name")
        yield context.find(RULE, "srdf.name", message, span=span)
