"""The file does not exist.

## What it does

Looks for every mesh and texture at its address, and for similar names beside it.

## Why it matters

The part is not drawn and cannot be touched; MuJoCo and Drake reject the whole file.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="am.obj"/>
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
    code="A501",
    name="asset-not-found",
    severity=Severity.ERROR,
    summary="The file does not exist.",
    since="0.1",
)
