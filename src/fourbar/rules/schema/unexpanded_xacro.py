"""The file contains xacro instructions but is not a xacro file.

## What it does

Finds `<xacro:...>` elements in a file that is read as plain URDF.

## Why it matters

They are instructions for generating a description; URDF parsers do not run them.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="r" value="0.1"/>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S116",
    name="unexpanded-xacro",
    severity=Severity.ERROR,
    summary="The file contains xacro instructions but is not a xacro file.",
    since="0.1",
)
