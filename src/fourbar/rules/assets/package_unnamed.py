"""The package address has no package name.

## What it does

Finds `package:///path`, where the package name is missing between the second and the third slash.

## Why it matters

Other tools look for a package without a name and find none.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package:///arm.obj"/>
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

Safe: the address becomes a relative path, where the file is below the description's folder.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A509",
    name="package-unnamed",
    severity=Severity.WARNING,
    summary="The package address has no package name.",
    since="0.1",
    fix="safe",
)
