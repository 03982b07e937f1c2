"""A visual or collision node is not below its link's.

## What it does

Looks for visual and collision nodes below the node of their link.

## Why it matters

The shape does not follow its link.

## Example

```json
{"name": "arm", "visualNodes": [2]} // node 2 is below another link
```

## Use instead

```json
{"name": "arm", "visualNodes": [5]}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E737",
    name="shape-node-parent",
    severity=Severity.WARNING,
    summary="A visual or collision node is not below its link's.",
    since="0.1",
)
