"""The robot has no links.

## What it does

Counts the links.

## Why it matters

There is nothing to move, draw or simulate.

## Example

```xml
<material name="steel"/>
```

## Use instead

```xml
<link name="base"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G304",
    name="no-links",
    severity=Severity.ERROR,
    summary="The robot has no links.",
    since="0.1",
)
