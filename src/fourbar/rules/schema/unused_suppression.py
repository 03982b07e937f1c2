"""A comment suppresses a finding that does not occur.

## What it does

Finds `fourbar: ignore` comments whose rule finds nothing in the element they apply to. Rules that
did not run are not considered.

## Why it matters

The reason for the comment is gone, and it would hide the next mistake of that kind.

## Example

```xml
<!-- fourbar: ignore P402: measured -->
<link name="base"/>
```

## Use instead

```xml
<link name="base"/>
```

## Fix safety

Safe: the comment is removed, or only the code that is not needed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S190",
    name="unused-suppression",
    severity=Severity.WARNING,
    summary="A comment suppresses a finding that does not occur.",
    since="0.1",
    fix="safe",
)
