r"""The path contains backslashes.

## What it does

Finds backslashes in addresses.

## Why it matters

Only Windows reads them as separators.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes\arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Safe: the backslashes become slashes.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A506",
    name="asset-separator",
    severity=Severity.WARNING,
    summary="The path contains backslashes.",
    since="0.1",
    fix="safe",
)
