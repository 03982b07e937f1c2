"""A file is a web page in place of the content.

## What it does

Recognises HTML.

## Why it matters

A download link led to a page about the file, and the page was saved under its name.

## Example

```xml
<mesh filename="arm.stl"/> <!-- a file is a web page in place of the content -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A526",
    name="mesh-web-page",
    severity=Severity.ERROR,
    summary="A file is a web page in place of the content.",
    since="0.1",
)
