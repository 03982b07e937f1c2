"""The node of a loop is not a child of its link's node.

## What it does

Looks for the two nodes of each loop below their links' nodes.

## Why it matters

They mark where the two sides meet; anywhere else they do not move with the links.

## Example

```json
"/nodes/0/children": [1, 11],
"-/nodes/4/children": null
```

## Use instead

```json
"/nodes/0/children": [1],
"/nodes/4/children": [11]
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
    summary="The node of a loop is not a child of its link's node.",
    since="0.1",
)
