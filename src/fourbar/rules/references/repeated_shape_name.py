"""Two shapes of a link have the same name.

## What it does

Compares the names of a link's visuals, and those of its collisions.

## Why it matters

Tools that address shapes by name reach only one of them; Gazebo renames the other.

## Example

```xml
<link name="arm">
  <visual name="shell">
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
  <visual name="shell">
    <geometry>
      <sphere radius="0.2"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual name="shell">
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
  <visual name="cap">
    <geometry>
      <sphere radius="0.2"/>
    </geometry>
  </visual>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R214",
    name="repeated-shape-name",
    severity=Severity.INFO,
    summary="Two shapes of a link have the same name.",
    since="0.1",
)
