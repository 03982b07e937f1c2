"""A joint, loop or coupling has no name.

## What it does

Looks for the `name` of joints, loops and couplings. A name is made from the links they connect.

## Why it matters

Other parsers reject a joint without a name, and nothing can refer to it.

## Example

```xml
<joint type="continuous">
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

Safe: the name that is used is written.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S114",
    name="unnamed",
    severity=Severity.WARNING,
    summary="A joint, loop or coupling has no name.",
    since="0.1",
    fix="safe",
)
