"""A moving node has a matrix instead of translation and rotation.

## What it does

Looks for `matrix` on DOF nodes.

## Why it matters

glTF animates translation, rotation and scale only; a node with a matrix cannot be moved.

## Example

```json
{"name": "dof", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}
```

## Use instead

```json
{"name": "dof"}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E733",
    name="dof-node-matrix",
    severity=Severity.ERROR,
    summary="A moving node has a matrix instead of translation and rotation.",
    since="0.1",
)
