"""Which side a coupling's ratio multiplies is not stated.

## What it does

Finds a `<ratio>` without `of`. The paper that defines URDF+ and the public parsers read it in
opposite ways; the spelling of the link references decides, and the message says which way was
taken.

## Why it matters

A reader of the other convention turns a reduction of 6 into a step-up of 6.

## Example

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="6"/>
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

Safe: `of` states what was taken.
"""

from __future__ import annotations

from ....urdf.rules import RATIO_CONVENTION as RULE
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """State the side."""
    element = context.element_at(finding)
    if element is None or element.tag != "ratio" or context.editor is None:
        return None
    side = finding.message.removeprefix("read as: ").partition(" ")[0]
    edits = context.editor.set_attribute(element, "of", side)
    return context.fix(f'write of="{side}"', edits)
