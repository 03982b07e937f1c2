"""A spelling of URDF+ that is not canonical.

## What it does

Finds the other spellings that public files use: `name=` for `link=`, `<constraint>` for
`<loop>` and `<coupling>`, `gear_ratio`, origins beside the element they belong to. All are
read.

## Why it matters

Each public parser reads some of them only. The canonical form is read by fourbar and the
urdfdom fork.

## Example

```xml
<coupling name="belt">
  <predecessor name="wheel"/>
  <successor name="motor"/>
  <ratio value="6" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="6" of="predecessor"/>
</coupling>
```

## Fix safety

Safe: the element is rewritten in the canonical spelling. Where the spelling decides which side
a ratio multiplies (S121), that is fixed first.
"""

from __future__ import annotations

from ....urdf.rules import DIALECT as RULE
from ...dialect import canonical
from ...rule import Context, Diagnostic, Fix
from .duplicate_element import parent_of

_OWNERS = ("loop", "loop_joint", "coupling", "constraint", "joint")

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the canonical spelling."""
    element = context.element_at(finding)
    if element is None or context.editor is None or context.document is None:
        return None
    owner = element
    if element.tag not in _OWNERS:
        owner = parent_of(context.document.root, element)
    if owner is None:
        return None
    edits = canonical(context, owner, element)
    return context.fix("write the canonical spelling", edits)
