"""The numbers of DOF nodes and DOFs differ.

## What it does

Counts `dofNodes` and `dofs` of each joint.

## Why it matters

The DOF at place i moves the node at place i. A DOF without a node moves nothing.

## Example

```json
"dofNodes": [], "dofs": [{"motion": "rotation", "axis": [0, 1, 0]}]
```

## Use instead

```json
"dofNodes": [3], "dofs": [{"motion": "rotation", "axis": [0, 1, 0]}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E714",
    name="dof-count",
    severity=Severity.ERROR,
    summary="The numbers of DOF nodes and DOFs differ.",
    since="0.1",
)
