"""The USD file has no robot that can be read.

## What it does

Looks for rigid bodies (`PhysicsRigidBodyAPI`), for archives that are compressed or damaged, and for
references that stand for more prims than anyone can read.

## Why it matters

There is no robot to work with.

## Example

```xml
#usda 1.0
def Xform "arm"
{
}
```

## Use instead

```xml
#usda 1.0
def Xform "arm" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI"]
)
{
}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="F925",
    name="usd-unreadable",
    severity=Severity.ERROR,
    summary="The USD file has no robot that can be read.",
    since="0.1",
)
