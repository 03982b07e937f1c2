"""A comment silences a finding without saying why.

## What it does

Finds `fourbar: ignore CODE` without a reason behind a colon.

## Why it matters

The next reader cannot tell whether the finding is harmless or was merely in the way.

## Example

```xml
<!-- fourbar: ignore R207 -->
<link name="2nd"/>
```

## Use instead

```xml
<!-- fourbar: ignore R207: the name is on the nameplate -->
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
    summary="A comment silences a finding without saying why.",
    since="0.1",
)
