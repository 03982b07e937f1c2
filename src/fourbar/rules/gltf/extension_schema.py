"""A property is missing or has the wrong type.

## What it does

Compares every property with its JSON Schema: present where required, a number, text, list or
index where one is expected.

## Why it matters

A loader that reads the property fails, or computes with a wrong value.

## Example

```json
"axis": [1]
```

## Use instead

```json
"axis": [1, 0, 0]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E710",
    name="extension-schema",
    severity=Severity.ERROR,
    summary="A property is missing or has the wrong type.",
    since="0.1",
)
