"""The macro is not defined.

## What it does

Finds calls of macros that neither the file nor the files it includes define before the call.

## Why it matters

The expansion stops, and there is no robot.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="limb" params="name">
    <link name="${name}"/>
  </xacro:macro>
  <xacro:lim name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="limb" params="name">
    <link name="${name}"/>
  </xacro:macro>
  <xacro:limb name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X053",
    name="xacro-unknown-macro",
    severity=Severity.ERROR,
    summary="The macro is not defined.",
    since="0.1",
)
