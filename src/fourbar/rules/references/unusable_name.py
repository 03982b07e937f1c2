"""The name contains characters that ROS cannot use.

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
<link name="arm2"/>
```

## Fix safety

Unsafe: white space becomes `_`, other characters than letters, digits, `_` and `-` are left
out, and a leading digit gets `link_` or `_` before it; references in this file follow, other
files are not changed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R207",
    name="unusable-name",
    severity=Severity.INFO,
    summary="The name contains characters that ROS cannot use.",
    since="0.1",
    fix="unsafe",
)
