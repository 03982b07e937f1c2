"""Two names differ in upper and lower case only.

## What it does

Compares the names of links, and those of joints, without regard to case.

## Why it matters

People and file systems mix them up, and exported files per link overwrite each other.

## Example

```xml
<link name="arm"/>
<link name="Arm"/>
```

## Use instead

```xml
<link name="arm"/>
<link name="forearm"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("R210", "names-differ-in-case", INFO, "Two names differ in upper and lower case only.")


def check(context: Context) -> Findings:
    """Compare without regard to case."""
    for kind, parts in (("link", context.robot.links), ("joint", context.robot.joints)):
        seen: dict[str, str] = {}
        for part in parts:
            other = seen.setdefault(part.name.lower(), part.name)
            if other != part.name:
                message = f"{kind} '{part.name}' differs from '{other}' in case only"
                yield context.find(RULE, f"{kind}[{part.name}].name", message)
