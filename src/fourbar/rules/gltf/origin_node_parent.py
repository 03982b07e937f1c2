"""An origin node is not a child of the parent link's.

## What it does

Looks for each origin node below the parent link's node.

## Why it matters

The joint's place is then not that of the parent link, and moves with something else.

## Example

```json
"joints": [{"parentLink": 0, "originNode": 2}] // node 2 is a child of the root
```

## Use instead

```json
"joints": [{"parentLink": 0, "originNode": 2}] // node 2 is a child of link 0's node
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
    summary="An origin node is not a child of the parent link's.",
    since="0.1",
)
