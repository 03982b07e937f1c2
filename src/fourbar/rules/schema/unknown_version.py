"""The URDF version does not exist.

## What it does

Compares `version` of `<robot>` with 1.0, 1.1 and 1.2.

## Why it matters

urdfdom rejects files with any other version.

## Example

```xml
<robot name="arm" version="3">
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" version="1.0">
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S132",
    name="unknown-version",
    severity=Severity.WARNING,
    summary="The URDF version does not exist.",
    since="0.1",
)
