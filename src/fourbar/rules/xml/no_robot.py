"""The root element is not <robot>.

## What it does

Looks at the root element.

## Why it matters

URDF begins with `<robot>`, SDFormat with `<sdf>` and MJCF with `<mujoco>`. Nothing else is read.

## Example

```xml
<html>
  <body/>
</html>
```

## Use instead

```xml
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X011",
    name="no-robot",
    severity=Severity.ERROR,
    summary="The root element is not <robot>.",
    since="0.1",
)
