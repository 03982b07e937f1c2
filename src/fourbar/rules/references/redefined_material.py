"""A material is defined twice with different values.

## What it does

Compares the colours and textures that visuals give to a name with those given by the robot or by
an earlier visual.

## Why it matters

Tools keep only one of them (urdfdom keeps the first), so a part gets the colour of another part.

## Example

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
    <material name="steel">
      <color rgba="1 0 0 1"/>
    </material>
  </visual>
</link>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Use instead

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
    <material name="steel"/>
  </visual>
</link>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R212",
    name="redefined-material",
    severity=Severity.WARNING,
    summary="A material is defined twice with different values.",
    since="0.1",
)
