"""A name is not one that USD can hold.

## What it does

Compares names of links and joints with USD's: letters, digits and underscores, not beginning
with a digit.

## Why it matters

Isaac's importer renames such parts, and scripts look for names that are no longer there.

## Example

```xml
<link name="upper-arm"/>
```

## Use instead

```xml
<link name="upper_arm"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

import re

from ...rule import WARNING, Context, Findings, Rule

_VALID = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

RULE = Rule("T806", "usd-name", WARNING, "A name is not one that USD can hold.")

TARGETS = ("isaac",)
AFTER = ("R206", "R207", "R208")


def check(context: Context) -> Findings:
    """Compare the names."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        for part in parts:
            if not _VALID.match(part.name):
                message = f"Isaac will rename {kind} '{part.name}': USD cannot hold the name"
                yield context.find(RULE, f"{kind}[{part.name}].name", message)
