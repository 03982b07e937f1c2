"""The link has the same shape twice.

## What it does

Finds visuals or collisions of a link with equal geometry and origin.

## Why it matters

Both are drawn and both collide; contacts and mass count double.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
  <collision>
    <geometry>
      <sphere radius="0.1"/>
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

Safe for collisions without a name: the duplicate is removed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P456",
    name="repeated-shape",
    severity=Severity.INFO,
    summary="The link has the same shape twice.",
    since="0.1",
    fix="safe",
)
