"""The source says where or when, not what.

## What it does

Looks for absolute paths and times in `source`.

## Why it matters

They say something about the author's machine, and make equal robots different files.

## Example

```json
"source": {"uri": "/home/me/arm.urdf"}
```

## Use instead

```json
"source": {"uri": "arm.urdf"}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E746",
    name="source-not-portable",
    severity=Severity.INFO,
    summary="The source says where or when, not what.",
    since="0.1",
)
