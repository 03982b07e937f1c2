"""The name contains white space.

## What it does

Looks for white space in the names of links and joints.

## Why it matters

ROS topics and parameters, command lines and space-separated lists cannot contain such a name.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R206",
    name="space-in-name",
    severity=Severity.WARNING,
    summary="The name contains white space.",
    since="0.1",
    fix="unsafe",
)
