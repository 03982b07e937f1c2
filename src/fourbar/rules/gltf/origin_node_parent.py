"""The origin node is not a child of the parent link's node.

## What it does

Looks for each origin node below the parent link's node.

## Why it matters

Otherwise the joint does not move with its parent link.

## Example

```json
"/nodes/0/children": [1, 2],
"-/nodes/1/children": null
```

## Use instead

```json
"/nodes/0/children": [1],
"/nodes/1/children": [2]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E730",
    name="origin-node-parent",
    severity=Severity.WARNING,
    summary="The origin node is not a child of the parent link's node.",
    since="0.1",
)
