"""A node has two parents or is its own ancestor.

## What it does

Follows `children` from every node.

## Why it matters

glTF nodes are strict trees. With two parents a link would be in two places; as its own ancestor it
would be nowhere.

## Example

```json
"nodes": [{"children": [2]}, {"children": [2]}, {}]
```

## Use instead

```json
"nodes": [{"children": [1]}, {"children": [2]}, {}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E708",
    name="node-not-a-tree",
    severity=Severity.ERROR,
    summary="A node has two parents or is its own ancestor.",
    since="0.1",
)
