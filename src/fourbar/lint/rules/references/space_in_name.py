"""A name contains white space.

## What it does

Looks for white space in the names of links and joints.

## Why it matters

ROS topics and parameters, command lines and space-separated lists cannot hold such a name.

## Example

```xml
<link name="upper arm"/>
```

## Use instead

```xml
<link name="upper_arm"/>
```

## Fix safety

Unsafe: white space becomes `_`, other characters than letters, digits, `_` and `-` are left
out, and a leading digit gets `link_` or `_` before it; references in this file follow, other
files are not changed.
"""

from __future__ import annotations

from ...rename import rename, sanitised
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("R206", "space-in-name", WARNING, "A name contains white space.")


def check(context: Context) -> Findings:
    """Look at the names of links and joints."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if any(map(str.isspace, part.name)):
                new = sanitised(part.name, kind)
                edits = rename(context, kind, part.name, new)
                yield context.find(
                    RULE,
                    f"{kind}[{part.name}].name",
                    f"the name of {kind} '{part.name}' contains white space",
                    fix=context.fix(f"rename to '{new}'", edits, safe=False),
                )
