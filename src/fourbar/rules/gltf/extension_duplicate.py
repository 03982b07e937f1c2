"""Two parts share a name or a node.

## What it does

Compares the names of links and of joints, and the nodes of links.

## Why it matters

Names and nodes are what joints, configurations and programs refer to; two parts with the same name
cannot be told apart.

## Example

```json
"links": [{"name": "arm", "node": 1}, {"name": "arm", "node": 4}]
```

## Use instead

```json
"links": [{"name": "base", "node": 1}, {"name": "arm", "node": 4}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E712",
    name="extension-duplicate",
    severity=Severity.ERROR,
    summary="Two parts share a name or a node.",
    since="0.1",
)
