"""A material of the robot has neither a colour nor a texture.

## What it does

Looks at the materials directly below `<robot>`.

## Why it matters

A material there is a definition, and this one defines nothing. urdfdom reports an error, and Drake
rejects the file.

## Example

```xml
<material name="steel"/>
```

## Use instead

```xml
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S145",
    name="empty-material",
    severity=Severity.WARNING,
    summary="A material of the robot has neither a colour nor a texture.",
    since="0.1",
)
