"""A link can be seen and not touched.

## What it does

Finds links with visuals and without collisions, if other links of the robot have collisions.

## Why it matters

Planners and simulators let everything pass through the link.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
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
  </visual>
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P455",
    name="visual-without-collision",
    severity=Severity.INFO,
    summary="A link can be seen and not touched.",
    since="0.1",
)
