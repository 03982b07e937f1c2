"""The XML version is neither 1.0 nor 1.1.

## What it does

Reads the version in the XML declaration; anything but 1.0 and 1.1 is reported and read as 1.0.

## Why it matters

There is no other version. Strict parsers refuse the file.

## Example

```xml
<?xml version="0.0"?>
<robot name="arm">
  <link name="base"/>
</robot>
```

## Use instead

```xml
<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

Safe: the version becomes 1.0.
"""

from __future__ import annotations

from ....diagnostics import Edit
from ....urdf.rules import XML_VERSION as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write 1.0."""
    if context.editor is None or finding.span is None:
        return None
    edit = Edit(context.editor.file, finding.span.start, finding.span.end, "1.0")
    return context.fix("write version 1.0", (edit,))
