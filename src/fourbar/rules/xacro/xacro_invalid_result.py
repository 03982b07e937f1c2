"""The expanded text is not valid XML.

## What it does

Checks that the expanded text is XML: that the names of elements and attributes are valid, and that
it contains no characters that XML does not allow.

## Why it matters

No reader accepts the result.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:element xacro:name="1st" name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:element xacro:name="link" name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X064",
    name="xacro-invalid-result",
    severity=Severity.ERROR,
    summary="The expanded text is not valid XML.",
    since="0.1",
)
