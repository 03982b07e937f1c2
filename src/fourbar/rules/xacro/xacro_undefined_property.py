"""An expression uses a property that is not defined.

## What it does

Finds names in `${...}` that are neither properties nor parameters of the macro around them.

## Why it matters

The expansion stops, and there is no robot.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="prefix" value="left_"/>
  <link name="${prefx}base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="prefix" value="left_"/>
  <link name="${prefix}base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X054",
    name="xacro-undefined-property",
    severity=Severity.ERROR,
    summary="An expression uses a property that is not defined.",
    since="0.1",
)
