"""The joints do not form a tree of links.

## What it does

Follows the joints from link to link: each link has one parent at most, and none is above itself.

## Why it matters

A robot of this extension is a tree; loops are listed under `loops`.

## Example

```json
{"parentLink": 0, "childLink": 0}
```

## Use instead

```json
{"parentLink": 0, "childLink": 1}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E735",
    name="link-tree",
    severity=Severity.ERROR,
    summary="The joints do not form a tree of links.",
    since="0.1",
)
