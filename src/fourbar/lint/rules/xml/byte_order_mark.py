"""The file begins with a byte order mark.

## What it does

Looks for the three bytes EF BB BF at the beginning of the file.

## Why it matters

UTF-8 needs no byte order mark, and some parsers take it for text before the root element.

## Example

```xml
<!-- bytes EF BB BF, then: -->
<robot name="arm">
```

## Use instead

```xml
<robot name="arm">
```

## Fix safety

Safe: the three bytes are removed.
"""

from __future__ import annotations

from ....diagnostics import Edit
from ....urdf.rules import BYTE_ORDER_MARK as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove the mark."""
    if context.editor is None:
        return None
    edit = Edit(context.editor.file, 0, 3, "")
    return context.fix("remove the byte order mark", (edit,))
