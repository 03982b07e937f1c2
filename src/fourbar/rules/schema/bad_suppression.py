"""A fourbar comment cannot be understood.

## What it does

Finds `fourbar:` comments that are not `ignore CODE...: reason` or `ignore-file CODE...:
reason`, and codes that no rule has.

## Why it matters

It suppresses nothing, although it was meant to.

## Example

```xml
<!-- fourbar: ignore P999: measured -->
<link name="base"/>
```

## Use instead

```xml
<link name="base"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S192",
    name="bad-suppression",
    severity=Severity.WARNING,
    summary="A fourbar comment cannot be understood.",
    since="0.1",
)
