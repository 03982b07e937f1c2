"""The name is not valid in USD.

## What it does

Compares names of links and joints with what USD allows: letters, digits and underscores, not
beginning with a digit.

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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="T806",
    name="usd-name",
    severity=Severity.WARNING,
    summary="The name is not valid in USD.",
    since="0.1",
    targets=("isaac",),
)
