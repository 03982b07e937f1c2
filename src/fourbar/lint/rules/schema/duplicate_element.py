"""An element that may stand once stands again.

## What it does

Finds a second `<origin>`, `<axis>`, `<inertial>` and the like in one parent. The first that
says anything counts.

## Why it matters

Some readers take the first, some the last.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <axis xyz="0 1 0"/>
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

Safe where both say the same: the repetition is removed. There is no fix where they differ.
"""

from __future__ import annotations

from ....urdf.rules import DUPLICATE_ELEMENT as RULE
from ...rule import Context, Diagnostic, Element, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove a repetition that says the same."""
    document, again = context.document, context.element_at(finding)
    if document is None or again is None or context.editor is None:
        return None
    parent = parent_of(document.root, again)
    first = parent.find(again.tag) if parent else None
    if first is None or first is again or not same(first, again):
        return None
    return context.fix("remove the repetition", context.editor.remove_element(again))


def same(one: Element, two: Element) -> bool:
    """Whether two elements say the same."""
    return (
        one.tag == two.tag
        and one.attributes == two.attributes
        and len(one.children) == len(two.children)
        and all(map(same, one.children, two.children))
    )


def parent_of(root: Element, wanted: Element) -> Element | None:
    """The element that holds another."""
    pending = [root]
    while pending:
        element = pending.pop()
        if any(child is wanted for child in element.children):
            return element
        pending += element.children
    return None
