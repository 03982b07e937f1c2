"""The robot has no name.

## What it does

Looks for the `name` of `<robot>`.

## Why it matters

urdfdom and everything built on it refuse a robot without a name.

## Example

```xml
<robot>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

Safe: the name that is taken, `robot`, is written.
"""

from __future__ import annotations

from ....urdf.rules import UNNAMED_ROBOT as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was taken."""
    if context.document is None or context.editor is None:
        return None
    edits = context.editor.set_attribute(context.document.root, "name", context.robot.name)
    return context.fix(f'write name="{context.robot.name}"', edits)
