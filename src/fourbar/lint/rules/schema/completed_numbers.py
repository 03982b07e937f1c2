"""Missing numbers were completed in the usual way.

## What it does

Finds a colour of three numbers (read as opaque) and a mesh scale of one number (read as the
same along all axes).

## Why it matters

The meaning is beyond doubt, but MuJoCo and Drake refuse the colour, and some readers take the
scale along x only.

## Example

```xml
<link name="base"/>
<material name="steel">
  <color rgba="0.6 0.6 0.7"/>
</material>
```

## Use instead

```xml
<link name="base"/>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Fix safety

Safe: the numbers that are taken are written out.
"""

from __future__ import annotations

from ....urdf.rules import COMPLETED_NUMBERS as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the numbers that were taken."""
    element = context.element_at(finding)
    if element is None or context.editor is None:
        return None
    if "rgba" in element.attributes:
        name, text = "rgba", f"{element.attributes['rgba'].rstrip()} 1"
    else:
        name, text = "scale", " ".join([element.attributes["scale"].strip()] * 3)
    edits = context.editor.set_attribute(element, name, text)
    return context.fix(f'write {name}="{text}"', edits)
