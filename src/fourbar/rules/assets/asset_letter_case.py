"""The letter case of the file name differs from the file on disk.

## What it does

Compares the address with the names on disk, letter by letter.

## Why it matters

It works on Windows and macOS and fails on Linux.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="Arm.obj"/>
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

Safe: the address is spelled like the name on disk.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A505",
    name="asset-letter-case",
    severity=Severity.WARNING,
    summary="The letter case of the file name differs from the file on disk.",
    since="0.1",
    fix="safe",
)
