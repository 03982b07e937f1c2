"""The macro is called with the wrong parameters.

## What it does

Compares the attributes and child elements of a macro call with the `params` of the macro.

## Why it matters

The expansion stops, and there is no robot.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="limb" params="name">
    <link name="${name}"/>
  </xacro:macro>
  <xacro:limb nam="base"/>
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
    code="X057",
    name="xacro-macro-parameters",
    severity=Severity.ERROR,
    summary="The macro is called with the wrong parameters.",
    since="0.1",
)
