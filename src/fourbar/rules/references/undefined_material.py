"""The material is used but never defined.

## What it does

Looks up the materials of visuals among those that have a colour or a texture anywhere in the file.

## Why it matters

Consumers draw the part in a colour of their own; Drake rejects the file.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
    <material name="steel"/>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
    <material name="steel">
      <color rgba="0.6 0.6 0.7 1"/>
    </material>
  </visual>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R204",
    name="undefined-material",
    severity=Severity.WARNING,
    summary="The material is used but never defined.",
    since="0.1",
)
