"""A comment suppresses a finding without giving a reason.

## What it does

Finds `fourbar: ignore CODE` without a reason after a colon.

## Why it matters

The next reader cannot tell whether the finding is harmless or was merely in the way.

## Example

```xml
<!-- fourbar: ignore R208 -->
<link name="2nd"/>
```

## Use instead

```xml
<!-- fourbar: ignore R208: the name is on the nameplate -->
<link name="2nd"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S191",
    name="unexplained-suppression",
    severity=Severity.INFO,
    summary="A comment suppresses a finding without giving a reason.",
    since="0.1",
)
