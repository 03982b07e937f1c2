"""A shape has a negative size.

## What it does

Looks at the size of boxes and the radius and length of cylinders, spheres and capsules.

## Why it matters

Such a shape cannot exist. urdfdom ignores it; MuJoCo and Drake reject the file.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.1 -0.1 0.1"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.1 0.1 0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the sign is removed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P450",
    name="negative-size",
    severity=Severity.ERROR,
    summary="A shape has a negative size.",
    since="0.1",
    fix="unsafe",
)
