"""A shape is implausibly large.

## What it does

Finds boxes, cylinders, spheres and capsules of more than 200 m.

## Why it matters

URDF uses metres; such numbers are most likely millimetres. A ground plane belongs to the world,
not to the robot.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="300 200 400"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.3 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the size is divided by 1000.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P454",
    name="huge-size",
    severity=Severity.WARNING,
    summary="A shape is implausibly large.",
    since="0.1",
    fix="unsafe",
)
