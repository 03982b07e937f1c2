"""A reference to a joint that does not exist.

## What it does

Looks up every joint that a `<mimic>` or a group state names.

## Why it matters

The joint has nothing to follow. Parsers stop, or move it freely.

## Example

```xml
<joint name="spin" type="continuous">
  <parent link="base"/>
  <child link="wheel"/>
  <mimic joint="driv"/>
</joint>
```

## Use instead

```xml
<joint name="spin" type="continuous">
  <parent link="base"/>
  <child link="wheel"/>
  <mimic joint="drive"/>
</joint>
```

## Fix safety

Unsafe: the name becomes the one it resembles, if there is one.
"""

from __future__ import annotations

from ....urdf.rules import UNKNOWN_JOINT as RULE
from ...rule import Context, Diagnostic, Fix
from ...suggestion import suggested

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was suggested."""
    return suggested(context, finding)
