"""The material is defined but never used.

## What it does

Compares the robot's materials with those that visuals use.

## Why it matters

There may be a typo in one of the two names.

## Example

```xml
<link name="base"/>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Use instead

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="1"/>
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
    code="R211",
    name="unused-material",
    severity=Severity.INFO,
    summary="The material is defined but never used.",
    since="0.1",
)
