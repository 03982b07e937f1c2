"""Two parts of one kind share a name.

## What it does

Finds a second link, joint, loop, coupling or material of one name. The first counts.

## Why it matters

References cannot tell them apart. Parsers stop, or drop one of them.

## Example

```xml
<link name="base"/>
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="base"/>
<link name="base_duplicate_1">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
</link>
```

## Fix safety

Safe where both are the same: the repetition is removed. Otherwise unsafe: the later one becomes
`NAME_duplicate_1`, and so does the `<child>` of the later of several joints that lead to the
name.
"""

from __future__ import annotations

from ....urdf.rules import DUPLICATE_NAME as RULE
from ...edits import Edits
from ...rename import free_name
from ...rule import Context, Diagnostic, Element, Fix
from ..schema.duplicate_element import same

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove an exact repetition, or rename the later part."""
    element = context.element_at(finding)
    if element is None or context.document is None or context.editor is None:
        return None
    name = element.attributes.get("name", "")
    first = context.document.named(element.tag, name)
    if first is not None and same(first, element):
        return context.fix("remove the repetition", context.editor.remove_element(element))
    new = free_name(context.document, name)
    edits = context.editor.set_attribute(element, "name", new)
    edits += _child_edits(context, element, name, new)
    return context.fix(f"rename to '{new}'", edits, safe=False)


def _child_edits(context: Context, link: Element, name: str, new: str) -> Edits:
    """Of several joints that lead to the name, the n-th leads to the n-th link."""
    if link.tag != "link" or context.document is None or context.editor is None:
        return ()
    root = context.document.root
    links = [e for e in root.children if e.tag == "link" and e.attributes.get("name") == name]
    children = [
        child
        for e in root.children
        if e.tag == "joint" and (child := e.find("child")) and child.attributes.get("link") == name
    ]
    at = links.index(link)
    if at >= len(children):
        return ()
    return context.editor.set_attribute(children[at], "link", new)
