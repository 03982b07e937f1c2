"""The collision shapes of a link are far from its visuals.

## What it does

Compares the box around a link's visuals with the box around its collisions, where all shapes
are known; boxes that do not touch are reported.

## Why it matters

What is seen and what is touched should be in the same place; probably an origin is missing on one
of them.

## Example

```xml
<link name="arm">
  <visual>
    <origin xyz="0 0 0.5"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </visual>
  <collision>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <origin xyz="0 0 0.5"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
    </geometry>
  </visual>
  <collision>
    <origin xyz="0 0 0.5"/>
    <geometry>
      <box size="0.1 0.1 0.4"/>
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
    code="P457",
    name="collision-apart-from-visual",
    severity=Severity.INFO,
    summary="The collision shapes of a link are far from its visuals.",
    since="0.1",
)
