"""Unknown joint type.

## What it does

Compares a joint's type with the eight that the extension defines.

## Why it matters

Other types are allowed, and loaders move them by their DOFs alone; usually it is a typo.

## Example

```json
"type": "revolut"
```

## Use instead

```json
"type": "revolute"
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E713",
    name="extension-joint-type",
    severity=Severity.WARNING,
    summary="Unknown joint type.",
    since="0.1",
)
