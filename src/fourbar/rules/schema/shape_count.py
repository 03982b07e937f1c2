"""A geometry must contain exactly one shape.

## What it does

Counts the shapes in `<geometry>`. One that URDF does not have is a warning: another tool may know
it.

## Why it matters

Without a shape there is nothing to draw or to touch; of several shapes, most tools use the first
and drop the rest.

## Example

```xml
<link name="arm">
  <visual>
    <geometry/>
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
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S115",
    name="shape-count",
    severity=Severity.ERROR,
    summary="A geometry must contain exactly one shape.",
    since="0.1",
)
