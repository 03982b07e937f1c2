"""Stray bytes follow the document.

## What it does

Looks for null bytes and end-of-file characters behind `</robot>`.

## Why it matters

They come from a buffer that was written with its terminator. Strict parsers refuse the file.

## Example

```xml
</robot><!-- then a null byte -->
```

## Use instead

```xml
</robot>
```

## Fix safety

Safe: the bytes are removed.
"""

from __future__ import annotations

from ....diagnostics import Edit
from ....urdf.rules import TRAILING_BYTES as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove the bytes, keep a final line break."""
    if context.editor is None or finding.span is None:
        return None
    edit = Edit(context.editor.file, finding.span.start, finding.span.end, "\n")
    return context.fix("remove the stray bytes", (edit,))
