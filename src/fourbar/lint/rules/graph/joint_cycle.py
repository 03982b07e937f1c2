"""Joints form a cycle instead of a tree.

## What it does

Follows the joints from parent to child until a link returns; the joint that closes the circle
is reported with the links on the way.

## Why it matters

URDF's joints are a tree. Readers that follow a cycle hang or overflow their stack.

## Example

```xml
<joint name="back" type="continuous">
  <parent link="tip"/>
  <child link="arm"/>
</joint>
```

## Use instead

```xml
<loop name="back" type="continuous">
  <predecessor link="tip"/>
  <successor link="arm"/>
  <axis xyz="1 0 0"/>
</loop>
```

## Fix safety

Unsafe: the joint that closes the cycle becomes a `<loop>`; its limits and dynamics have no
place there.
"""

from __future__ import annotations

from ....graph.rules import JOINT_CYCLE as RULE
from ...loops import joint_to_loop
from ...rule import Context, Diagnostic, Fix

__all__ = ["RULE", "fix"]


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Turn the joint that closes the cycle into a loop."""
    return joint_to_loop(context, finding)
