"""The link name begins with a slash.

## What it does

Looks at the first character of link names.

## Why it matters

tf2 rejects frame names that begin with a slash.

## Example

```xml
<link name="/base_link"/>
```

## Use instead

```xml
<link name="base_link"/>
```

## Fix safety

Unsafe: the slash is removed here and from the references in this file.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R209",
    name="leading-slash",
    severity=Severity.WARNING,
    summary="The link name begins with a slash.",
    since="0.1",
    fix="unsafe",
)
