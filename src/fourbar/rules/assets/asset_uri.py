"""The file address cannot be understood.

## What it does

Takes addresses apart: scheme, package, path.

## Why it matters

No tool can open it.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package:arm.obj"/>
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
    code="A508",
    name="asset-uri",
    severity=Severity.ERROR,
    summary="The file address cannot be understood.",
    since="0.1",
)
