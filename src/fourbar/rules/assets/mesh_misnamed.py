"""A file's content is not what its name says.

## What it does

Compares the content with the extension.

## Why it matters

Most tools go by the extension and fail.

## Example

```xml
<mesh filename="arm.stl"/> <!-- a file's content is not what its name says -->
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
    code="A525",
    name="mesh-misnamed",
    severity=Severity.WARNING,
    summary="A file's content is not what its name says.",
    since="0.1",
)
