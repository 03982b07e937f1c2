"""The process that checked the file ended.

## What it does

Reports a file whose checking process died, for want of memory for example.

## Why it matters

Nothing is known about the file; the other files are checked all the same.

## Example

```xml
<!-- a mesh of ten gigabytes -->
<mesh filename="scan.ply"/>
```

## Use instead

```xml
<mesh filename="scan_reduced.ply"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X016",
    name="check-stopped",
    severity=Severity.ERROR,
    summary="The process that checked the file ended.",
    since="0.1",
)
