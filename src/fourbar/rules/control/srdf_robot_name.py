"""The SRDF is for a robot with a different name.

## What it does

Compares the names of the two files' robots.

## Why it matters

MoveIt reports an error at start; most likely the two files do not belong together.

## Example

```xml
<robot name="leg">
  <group name="all"/>
</robot>
```

## Use instead

```xml
<robot name="arm">
  <group name="all"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C678",
    name="srdf-robot-name",
    severity=Severity.WARNING,
    summary="The SRDF is for a robot with a different name.",
    since="0.1",
)
