"""The node of a link has a transform of its own.

## What it does

Looks for a translation, rotation, scale or matrix on the nodes of links below a joint.

## Why it matters

The position of a link is given by the origin of its joint. A loader that uses only the origin
misplaces the link.

## Example

```json
"/nodes/4/translation": [0, 0, 1]
```

## Use instead

```json
{}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E734",
    name="link-node-transform",
    severity=Severity.WARNING,
    summary="The node of a link has a transform of its own.",
    since="0.1",
)
