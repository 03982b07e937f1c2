"""The file is outside the folders that a description may use.

## What it does

Finds addresses that lead out of the description's folders and packages: by `..`, by an absolute
path or by a symbolic link.

## Why it matters

A description from elsewhere must not make tools read arbitrary files of the machine, and the file
does not exist on other machines.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="../../part.obj"/>
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
    code="A503",
    name="asset-outside",
    severity=Severity.ERROR,
    summary="The file is outside the folders that a description may use.",
    since="0.1",
)
