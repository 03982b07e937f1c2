"""A file is not where it should be; a similar path was taken.

## What it does

Where a file is not at its address, looks below the description's folders for one whose path
ends alike.

## Why it matters

fourbar shows the robot, but other tools will not find the file.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package://arm_description/meshes/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the address becomes the path of the file that was taken, relative to the description.
"""

from __future__ import annotations

from ....assets.rules import GUESSED as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the path that was taken."""
    _, found, rest = finding.message.partition("; taking '")
    element = context.element_at(finding)
    if not found or element is None or context.editor is None:
        return None
    path = rest.partition("', whose path ends")[0]
    edits = context.editor.set_attribute(element, "filename", path)
    return context.fix(f"write '{path}'", edits, safe=False)
