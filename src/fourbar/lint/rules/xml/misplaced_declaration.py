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

from ....diagnostics import Edit
from ....urdf.rules import MISPLACED_DECLARATION as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove the white space before the declaration."""
    if context.editor is None or finding.span is None:
        return None
    start = finding.span.start
    if context.editor.data[:start].strip():
        return None
    return context.fix("remove the white space", (Edit(context.editor.file, 0, start, ""),))
