"""The mesh is smaller than a grain of sand.

## What it does

Measures the diagonal of the box around each mesh, with the scale of the description; less than 0.1
mm is reported.

## Why it matters

It was scaled from millimetres twice, by the exporter and by the description.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj" scale="1e-6 1e-6 1e-6"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj"/>
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
    code="A561",
    name="mesh-tiny",
    severity=Severity.INFO,
    summary="The mesh is smaller than a grain of sand.",
    since="0.1",
)
