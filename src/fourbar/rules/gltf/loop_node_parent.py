"""A loop's node is not a child of its link's.

## What it does

Looks for the two nodes of each loop below their links' nodes.

## Why it matters

They say where the two sides meet; elsewhere they do not move with the links.

## Example

```json
"loops": [{"predecessorNode": 0}]
```

## Use instead

```json
"loops": [{"predecessorNode": 9}] // a child of the predecessor link's node
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E740",
    name="loop-node-parent",
    severity=Severity.ERROR,
    summary="A loop's node is not a child of its link's.",
    since="0.1",
)
