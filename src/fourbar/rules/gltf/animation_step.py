"""Two rotation keys are too far apart to go the right way.

## What it does

Measures the turn between neighbouring keys of rotations of DOF nodes.

## Why it matters

Between keys half a turn or more apart players take the shorter way: through what the joint cannot
reach.

## Example

```text
-2.9 rad at 0 s, 2.9 rad at 1 s
```

## Use instead

```text
-2.9, -1.45, 0, 1.45 and 2.9 rad
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E745",
    name="animation-step",
    severity=Severity.WARNING,
    summary="Two rotation keys are too far apart to go the right way.",
    since="0.1",
)
