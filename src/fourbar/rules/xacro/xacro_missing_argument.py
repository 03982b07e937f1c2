"""A xacro argument has neither a value nor a default.

## What it does

Finds `$(arg NAME)` where no `--arg NAME:=VALUE` was given and `<xacro:arg>` has no `default`.

## Why it matters

The expansion stops. With a default, the file can be read without any arguments.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="$(arg base)"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="base" default="base"/>
  <link name="$(arg base)"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X052",
    name="xacro-missing-argument",
    severity=Severity.ERROR,
    summary="A xacro argument has neither a value nor a default.",
    since="0.1",
)
