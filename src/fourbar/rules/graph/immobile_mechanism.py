"""A closed mechanism cannot move.

## What it does

Computes the mobility of every closed part; zero is reported.

Closed parts of more than 80 velocities are left alone.

## Why it matters

Its loops and couplings hold all of its joints still. A loop of a freer type (spherical, or
revolute about the right axis) was meant.

## Example

```xml
<loop name="close" type="fixed">
  ...
</loop>
```

## Use instead

```xml
<loop name="close" type="revolute">
  ...
</loop>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G346",
    name="immobile-mechanism",
    severity=Severity.WARNING,
    summary="A closed mechanism cannot move.",
    since="0.1",
)
