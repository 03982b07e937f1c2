"""A value is written as text instead of as an attribute.

## What it does

Finds text between tags where URDF expects an attribute.

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
have before.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S112",
    name="text-not-attribute",
    severity=Severity.ERROR,
    summary="A value is written as text instead of as an attribute.",
    since="0.1",
    fix="unsafe",
)
