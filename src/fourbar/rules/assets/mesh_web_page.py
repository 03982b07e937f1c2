"""The file is a web page instead of a mesh.

## What it does

Recognises HTML.

## Why it matters

A download link led to a page about the file, and the page was saved under its name.

## Example

```xml
<mesh filename="arm.stl"/> <!-- arm.stl is an HTML page -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a valid file -->
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
    summary="The file is a web page instead of a mesh.",
    since="0.1",
)
