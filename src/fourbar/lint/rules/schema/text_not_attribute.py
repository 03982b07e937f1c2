"""A value is written as text, not as an attribute.

## What it does

Finds text between tags where URDF wants an attribute.

## Why it matters

URDF keeps its values in attributes; parsers do not see the text.

## Example

```xml
<link name="arm">
  <inertial>
    <mass>2.0</mass>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Use instead

```xml
<link name="arm">
  <inertial>
    <mass value="2.0"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
</link>
```

## Fix safety

Unsafe: the text becomes the attribute that the message names, and so gets a meaning it did not
have.
"""

from __future__ import annotations

import re

from ....urdf.rules import TEXT_NOT_ATTRIBUTE as RULE
from ...edits import escape
from ...rule import Context, Diagnostic, Fix

_ATTRIBUTE = re.compile(r"write <\S+ (\w+)=")

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the text as the attribute that is missing."""
    element = context.element_at(finding)
    editor = context.editor
    if element is None or editor is None or context.document is None:
        return None
    found = _ATTRIBUTE.search(finding.message)
    text = context.document.inner_text(element)
    if found is None:
        return None
    rest = "".join(f' {k}="{escape(v)}"' for k, v in element.attributes.items())
    xml = f'<{element.tag}{rest} {found[1]}="{escape(text)}"/>'
    return context.fix(f"write {xml}", editor.replace_element(element, xml), safe=False)
