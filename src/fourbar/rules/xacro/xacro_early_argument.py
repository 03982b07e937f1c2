"""An argument is used before it is declared.

## What it does

Finds `$(arg NAME)` before the `<xacro:arg>` that gives the default. fourbar uses the default
anyway.

## Why it matters

xacro itself stops there unless the argument is given on the command line.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="$(arg base)"/>
  <xacro:arg name="base" default="base"/>
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
    code="X062",
    name="xacro-early-argument",
    severity=Severity.WARNING,
    summary="An argument is used before it is declared.",
    since="0.1",
)
