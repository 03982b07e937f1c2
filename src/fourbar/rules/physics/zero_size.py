"""A shape has a size of 0.

## What it does

Looks for a zero among the sizes of boxes, cylinders and spheres (a capsule may have length 0).

## Why it matters

The shape has no volume: urdfdom ignores it; MuJoCo and Drake reject the file.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <sphere radius="0"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
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
    code="P451",
    name="zero-size",
    severity=Severity.WARNING,
    summary="A shape has a size of 0.",
    since="0.1",
)
