"""Unknown property of the extension.

## What it does

Compares the names of properties with those of the schema.

## Why it matters

Unknown properties are allowed and ignored; usually a known one is misspelled.

## Example

```json
"mimik": {"joint": 1}
```

## Use instead

```json
"mimic": {"joint": 1}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E716",
    name="extension-unknown-property",
    severity=Severity.INFO,
    summary="Unknown property of the extension.",
    since="0.1",
)
