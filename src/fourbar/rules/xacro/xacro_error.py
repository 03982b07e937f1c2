"""The xacro file cannot be expanded.

## What it does

Reports an error of xacro that has no rule of its own, such as an instruction that does not exist
or an attribute that is missing.

## Why it matters

The expansion stops, and there is no robot.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property value="0.2"/>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="length" value="0.2"/>
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X050",
    name="xacro-error",
    severity=Severity.ERROR,
    summary="The xacro file cannot be expanded.",
    since="0.1",
)
