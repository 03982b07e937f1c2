"""The content of the file does not match its extension.

## What it does

Compares the content with the extension.

## Why it matters

Most tools go by the extension and fail.

## Example

```xml
<mesh filename="arm.stl"/> <!-- arm.stl is an OBJ file -->
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
    code="A525",
    name="mesh-misnamed",
    severity=Severity.WARNING,
    summary="The content of the file does not match its extension.",
    since="0.1",
)
