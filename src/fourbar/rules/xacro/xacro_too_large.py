"""The expansion exceeds its limits.

## What it does

Stops macros that call themselves endlessly and expansions that need too much time, depth or
memory.

## Why it matters

Without a limit, a mistake in a recursive macro would hang every tool that reads the file.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="chain" params="n">
    <link name="link${n}"/>
    <xacro:chain n="${n - 1}"/>
  </xacro:macro>
  <xacro:chain n="3"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="chain" params="n">
    <link name="link${n}"/>
    <xacro:if value="${n > 3}">
      <xacro:chain n="${n - 1}"/>
    </xacro:if>
  </xacro:macro>
  <xacro:chain n="3"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X058",
    name="xacro-too-large",
    severity=Severity.ERROR,
    summary="The expansion exceeds its limits.",
    since="0.1",
)
