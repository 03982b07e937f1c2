"""A joint gets no preview animation.

## What it does

Looks for joints without a range that can be swept: floating, planar and spherical ones, and
sliders without limits.

## Why it matters

There is no preview of them. The joint itself is complete.

## Example

```xml
<joint name="j" type="floating"/>
```

## Use instead

```xml
<joint name="j" type="revolute"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E756",
    name="not-animated",
    severity=Severity.INFO,
    summary="A joint gets no preview animation.",
    since="0.1",
)
