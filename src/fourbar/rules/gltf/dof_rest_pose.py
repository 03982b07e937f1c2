"""A DOF node does not stand at its default.

## What it does

Computes what each DOF node must carry at its `default`, and compares.

## Why it matters

The pose shown and the positions reported differ: the robot jumps when a joint is first set.

## Example

```json
{"name": "dof"} // and "default": 0.4
```

## Use instead

```json
{"name": "dof", "rotation": [0.0, 0.1987, 0.0, 0.9801]} // and "default": 0.4
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E732",
    name="dof-rest-pose",
    severity=Severity.WARNING,
    summary="A DOF node does not stand at its default.",
    since="0.1",
)
