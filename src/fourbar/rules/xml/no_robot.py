"""The root element is not <robot>.

## What it does

Looks at the root element.

## Why it matters

URDF begins with `<robot>`. SDF (`<sdf>`), MJCF (`<mujoco>`) and other formats are not read.

## Example

```xml
<sdf version="1.7">
  <model name="arm"/>
</sdf>
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
