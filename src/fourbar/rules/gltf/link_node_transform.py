"""A link's node is moved itself.

## What it does

Looks for a translation, rotation, scale or matrix on the nodes of links below a joint.

## Why it matters

Where a link is, is said by its joint's origin. A loader that takes it from there misplaces the
link.

## Example

```json
{"name": "arm", "translation": [0, 0, 1]}
```

## Use instead

```json
{"name": "joint_origin", "translation": [0, 0, 1]}
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
    summary="A link's node is moved itself.",
    since="0.1",
)
