"""The name begins with a digit.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R208",
    name="leading-digit",
    severity=Severity.INFO,
    summary="The name begins with a digit.",
    since="0.1",
    fix="unsafe",
)
