"""An index is out of range.

## What it does

Looks up every number of a node, link, joint or mesh.

## Why it matters

A reference to nothing. Loaders that do not check read outside their lists.

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
