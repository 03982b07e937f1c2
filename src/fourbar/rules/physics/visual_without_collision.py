"""The link has a visual but no collision.

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
<sphere radius="0.1"/>
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
    summary="The link has a visual but no collision.",
    since="0.1",
)
