"""An element URDF does not know.

## What it does

Compares every element with those that URDF and URDF+ define at that place. One that is close to
a known name is taken for a slip; any other is an addition, reported once as an info and kept as
written.

## Why it matters

Parsers skip what they do not know, without a word: a misspelled `<orgin>` moves the part to the
origin.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <orgin xyz="0 0 0.1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 0.1"/>
</joint>
```

## Fix safety

Unsafe: a slip is changed to the name it resembles, which gives the element a meaning it did not
have.
"""

from __future__ import annotations

from ....urdf.rules import UNKNOWN_ELEMENT as RULE
from ...rule import Context, Diagnostic, Fix
from ...suggestion import is_slip

__all__ = ["RULE", "fix"]

_KNOWN = (
    *("robot", "link", "joint", "inertial", "visual", "collision", "geometry", "material"),
    *("origin", "axis", "limit", "parent", "child", "dynamics", "mimic", "loop", "coupling"),
    *("box", "sphere", "cylinder", "capsule", "mesh", "color", "texture", "mass", "inertia"),
)


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was suggested."""
    element = context.element_at(finding)
    _, found, rest = finding.message.partition("did you mean <")
    if not found or element is None or context.editor is None:
        return None
    tag = rest.partition(">")[0]
    if element.tag in _KNOWN or not is_slip(element.tag, tag):
        return None  # in the wrong place rather than misspelled
    edits = context.editor.rename_element(element, tag)
    return context.fix(f"write <{tag}>", edits, safe=False)
