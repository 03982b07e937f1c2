"""The file is outside the folders that a description may use.

## What it does

Finds absolute paths that lead out of the description's folders and packages. Such a file is used,
and this is a warning. With `--confined` (`confined=True`), and for robots that were dropped on a
page, it is an error and the file is not used; so are `..` and symbolic links that lead out.

## Why it matters

The file does not exist on other machines; and a description from elsewhere must not make tools
read arbitrary files of this one.

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
