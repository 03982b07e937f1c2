"""The node of a link is not below rootNode.

## What it does

Looks for the nodes of links below `rootNode`.

## Why it matters

Moving `rootNode` moves the robot; a link outside of it stays behind.

## Example

```json
"rootNode": 3 // the links are below node 0
```

## Use instead

```json
"rootNode": 0
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E736",
    name="node-outside-root",
    severity=Severity.ERROR,
    summary="The node of a link is not below rootNode.",
    since="0.1",
)
