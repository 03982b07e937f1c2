"""Zero is outside the limits; the nearest limit is shown.

## What it does

Compares zero with each joint's limits.

## Why it matters

The pose shown is not the one at zero; `default` says which it is.

## Example

```xml
<limit lower="0.5" upper="1.5"/>
```

## Use instead

```xml
<limit lower="-1.5" upper="1.5"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E752",
    name="default-moved",
    severity=Severity.INFO,
    summary="Zero is outside the limits; the nearest limit is shown.",
    since="0.1",
)
