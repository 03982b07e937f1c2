"""The XML declaration is not the first thing.

## What it does

Looks for blank lines or other text before `<?xml ...?>`.

## Why it matters

XML allows the declaration at the very first byte only; strict parsers (expat, libxml2) refuse
the file, tolerant ones (tinyxml2) read it.

## Example

```xml
<!-- exported -->
<?xml version="1.0"?>
<robot name="arm">
```

## Use instead

```xml
<?xml version="1.0"?>
<!-- exported -->
<robot name="arm">
```

## Fix safety

Safe: the white space before the declaration is removed. Where a comment stands before it, there
is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X002",
    name="misplaced-declaration",
    severity=Severity.WARNING,
    summary="The XML declaration is not the first thing.",
    since="0.1",
    fix="safe",
)
