"""The file is not well-formed XML.

## What it does

Reports the first place where the file stops being XML: a tag that is not closed, a quote or
bracket that is missing, a duplicate attribute.

## Why it matters

XML readers stop there, so no tool can read any part of the robot.

## Example

```xml
<link name="base">
```

## Use instead

```xml
<link name="base"></link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X001",
    name="not-well-formed",
    severity=Severity.ERROR,
    summary="The file is not well-formed XML.",
    since="0.1",
)
