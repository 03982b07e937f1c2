"""A package address names no package.

## What it does

Finds `package:///path`, where the package's name should stand between the second and the third
slash.

## Why it matters

Other tools look for a package without a name and find none.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package:///arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Safe: the address becomes a relative path, where the file is below the description's folder.
"""

from __future__ import annotations

from ....assets.rules import NO_PACKAGE as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the path that was taken."""
    _, found, rest = finding.message.partition("names no package; taking '")
    element = context.element_at(finding)
    path = rest.removesuffix("'")
    if not found or element is None or context.editor is None or path.startswith(("..", "/")):
        return None
    edits = context.editor.set_attribute(element, "filename", path)
    return context.fix(f"write '{path}'", edits)
