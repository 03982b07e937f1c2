"""A name begins with a digit.

## What it does

Looks at the first character of the names of links and joints.

## Why it matters

ROS 2 names, USD prims and identifiers of most languages may not begin with a digit.

## Example

```xml
<link name="2nd_arm"/>
```

## Use instead

```xml
<link name="link_2nd_arm"/>
```

## Fix safety

Unsafe: white space becomes `_`, other characters than letters, digits, `_` and `-` are left
out, and a leading digit gets `link_` or `_` before it; references in this file follow, other
files are not changed.
"""

from __future__ import annotations

from ...rename import rename, sanitised
from ...rule import INFO, Context, Findings, Rule

RULE = Rule("R208", "leading-digit", INFO, "A name begins with a digit.")


def check(context: Context) -> Findings:
    """Look at the names of links and joints."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if part.name[:1].isdigit():
                new = sanitised(part.name, kind)
                edits = rename(context, kind, part.name, new)
                yield context.find(
                    RULE,
                    f"{kind}[{part.name}].name",
                    f"the name of {kind} '{part.name}' begins with a digit",
                    fix=context.fix(f"rename to '{new}'", edits, safe=False),
                )
