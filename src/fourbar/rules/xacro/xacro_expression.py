"""An expression cannot be evaluated.

## What it does

Reports expressions in `${...}` and `$(eval ...)` that are not valid, or that fail: a division by
zero, an index out of range, text instead of a number.

## Why it matters

The expansion stops, and there is no robot.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="count" value="0"/>
  <link name="base${1 / count}"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="count" value="2"/>
  <link name="base${10 // count}"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X055",
    name="xacro-expression",
    severity=Severity.ERROR,
    summary="An expression cannot be evaluated.",
    since="0.1",
)
