"""The DOF nodes do not form a chain from the origin to the child link.

## What it does

Follows `originNode`, `dofNodes` and the child link's node: each must be a child of the one
before.

## Why it matters

A DOF node that is not above the child link moves, and the link stays.

## Example

```json
"/nodes/2/children": [3, 4],
"-/nodes/3/children": null
```

## Use instead

```json
"/nodes/2/children": [3],
"/nodes/3/children": [4]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E731",
    name="dof-node-chain",
    severity=Severity.WARNING,
    summary="The DOF nodes do not form a chain from the origin to the child link.",
    since="0.1",
)
