"""A property that the extension does not define.

## What it does

Compares the names of properties with those of the schema.

## Why it matters

Properties that nobody defined are allowed and ignored; most often a known one is misspelled.

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

from ....diagnostics.gltf_rules import UNKNOWN_PROPERTY as RULE

__all__ = ["RULE"]
