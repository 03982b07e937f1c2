"""A link is the child of two joints.

## What it does

Counts the joints that lead to each link.

## Why it matters

URDF's joints are a tree. A mechanism that closes needs a `<loop>` (URDF+) for the second
connection.

## Example

```xml
<link name="left"/>
<link name="tip"/>
<joint name="one" type="continuous">
  <parent link="base"/>
  <child link="left"/>
</joint>
<joint name="first" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
<joint name="second" type="continuous">
  <parent link="left"/>
  <child link="tip"/>
  <origin xyz="0 0 0.5"/>
  <axis xyz="0 1 0"/>
</joint>
```

## Use instead

```xml
<link name="left"/>
<link name="tip"/>
<joint name="one" type="continuous">
  <parent link="base"/>
  <child link="left"/>
</joint>
<joint name="first" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
</joint>
<loop name="second" type="continuous">
  <predecessor link="left"/>
  <successor link="tip"/>
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
