"""A pose or axis cannot be written.

## What it does

Looks for NaN, infinity and axes without direction in what becomes a node.

## Why it matters

JSON has no word for them.

## Example

```xml
<axis xyz="0 0 0"/>
```

## Use instead

```xml
<axis xyz="0 0 1"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E751",
    name="robot-not-finite",
    severity=Severity.ERROR,
    summary="A pose or axis cannot be written.",
    since="0.1",
)
