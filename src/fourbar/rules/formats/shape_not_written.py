"""A shape cannot be written in this format.

## What it does

Looks for shapes without size or of an unknown kind, for meshes that could not be read, and for
collision meshes that are flat.

## Why it matters

The shape is left out; the rest of the robot is written.

## Example

```xml
<link name="base">
  <visual>
    <geometry>
      <box size="0 0 0"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="base">
  <visual>
    <geometry>
      <box size="0.1 0.1 0.1"/>
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
    code="F905",
    name="shape-not-written",
    severity=Severity.WARNING,
    summary="A shape cannot be written in this format.",
    since="0.1",
)
