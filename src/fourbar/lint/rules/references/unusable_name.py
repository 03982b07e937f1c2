"""A name has characters that ROS cannot use.

## What it does

Looks for characters other than letters, digits, `_`, `-`, `.` and `/` in the names of links and
joints.

## Why it matters

ROS 2 allows letters, digits and underscores in the names of topics, parameters and namespaces
that controllers make from joint names; USD and SDF are as strict.

## Example

```xml
<link name="arm#2"/>
```

## Use instead

```xml
<link name="arm_2"/>
```

## Fix safety

Unsafe: white space becomes `_`, other characters than letters, digits, `_` and `-` are left
out, and a leading digit gets `link_` or `_` before it; references in this file follow, other
files are not changed.
"""

from __future__ import annotations

import re

from ...rename import rename, sanitised
from ...rule import INFO, Context, Findings, Rule

_UNUSABLE = re.compile(r"[^A-Za-z0-9_./\s-]")

RULE = Rule("R207", "unusable-name", INFO, "A name has characters that ROS cannot use.")


def check(context: Context) -> Findings:
    """Look at the names of links and joints."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if _UNUSABLE.search(part.name):
                new = sanitised(part.name, kind)
                edits = rename(context, kind, part.name, new)
                yield context.find(
                    RULE,
                    f"{kind}[{part.name}].name",
                    f"ROS cannot use the name of {kind} '{part.name}'",
                    fix=context.fix(f"rename to '{new}'", edits, safe=False),
                )
