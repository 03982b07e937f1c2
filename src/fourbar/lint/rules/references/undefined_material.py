"""A material is used but nowhere defined.

## What it does

Looks up the materials that visuals name among those that have a colour or a texture somewhere
in the file.

## Why it matters

Consumers draw the part in a colour of their own; Drake refuses the file.

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

from ....urdf.rules import UNDEFINED_MATERIAL as RULE

__all__ = ["RULE"]
