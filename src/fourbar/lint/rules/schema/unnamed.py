"""A joint, loop or coupling has no name.

## What it does

Looks for the `name` of joints, loops and couplings. A name is made of the links they join.

## Why it matters

Other parsers refuse a joint without a name, and nothing can refer to it.

## Example

```xml
<joint type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

Safe: the name that is taken is written.
"""

from __future__ import annotations

from ....urdf.rules import UNNAMED as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was taken."""
    element = context.element_at(finding)
    if element is None or context.editor is None:
        return None
    name = finding.message.rpartition("; '")[2].removesuffix("' is taken")
    edits = context.editor.set_attribute(element, "name", name)
    return context.fix(f'write name="{name}"', edits)
