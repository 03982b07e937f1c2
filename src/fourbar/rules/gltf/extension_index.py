"""An index is out of range.

## What it does

Checks every index of a node, link, joint or mesh.

## Why it matters

The reference leads nowhere. Loaders that do not check it read outside their lists.

## Example

```json
"rootNode": 99
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
    code="E711",
    name="extension-index",
    severity=Severity.ERROR,
    summary="An index is out of range.",
    since="0.1",
)
