"""A link is the child of two joints.

## What it does

Counts the joints that lead to each link.

## Why it matters

URDF's joints are a tree. A mechanism that closes needs a `<loop>` (URDF+) for the second
connection.

## Example

```xml
<joint name="second" type="continuous">
  <parent link="left"/>
  <child link="tip"/>
</joint>
```

## Use instead

```xml
<loop name="second" type="continuous">
  <predecessor link="left"/>
  <successor link="tip"/>
  <axis xyz="1 0 0"/>
</loop>
```

## Fix safety

Unsafe: the later joint becomes a `<loop>`; its limits and dynamics have no place there.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G302",
    name="two-parents",
    severity=Severity.ERROR,
    summary="A link is the child of two joints.",
    since="0.1",
    fix="unsafe",
)
