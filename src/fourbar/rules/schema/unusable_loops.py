"""The file of closed loops cannot be used.

## What it does

Reads the `robot.yaml` beside a URDF file, in which Gepetto models list their closed loops.

## Why it matters

The loops are missing, and the mechanism falls open.

## Example

```yaml
closed_loop: [[left, right]]
type: [8d]
```

## Use instead

```yaml
closed_loop: [[left, right]]
type: [3d]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S125",
    name="unusable-loops",
    severity=Severity.ERROR,
    summary="The file of closed loops cannot be used.",
    since="0.1",
)
