"""A joint type nobody defines.

## What it does

Compares `type` with fixed, revolute, continuous, prismatic, planar, floating, universal and
spherical.

## Why it matters

Parsers stop, or silently weld the two links together.

## Example

```xml
<joint name="elbow" type="continous">
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

Unsafe: the type becomes the one it resembles.
"""

from __future__ import annotations

from ....urdf.rules import UNKNOWN_JOINT_TYPE as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the type that was suggested."""
    element = context.element_at(finding)
    _, found, rest = finding.message.partition("did you mean '")
    if not found or element is None or context.editor is None:
        return None
    type = rest.partition("'")[0]
    edits = context.editor.set_attribute(element, "type", type)
    return context.fix(f'write type="{type}"', edits, safe=False)
