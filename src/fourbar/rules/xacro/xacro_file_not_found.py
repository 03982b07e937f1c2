"""An included or loaded file cannot be read.

## What it does

Opens the files of `<xacro:include>` and `load_yaml`; relative names are relative to the file that
mentions them.

## Why it matters

The expansion stops. The finding lists the files that are there.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="amr.xacro"/>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="arm.xacro"/>
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X056",
    name="xacro-file-not-found",
    severity=Severity.ERROR,
    summary="An included or loaded file cannot be read.",
    since="0.1",
)
