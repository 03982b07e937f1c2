"""An axis has no direction.

## What it does

Looks for axes whose three numbers are all zero.

## Why it matters

There is nothing to turn about or slide along.

## Example

```json
"axis": [0, 0, 0]
```

## Use instead

```json
"axis": [0, 1, 0]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics.gltf_rules import ZERO_AXIS as RULE

__all__ = ["RULE"]
