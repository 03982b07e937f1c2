"""An effort or velocity is negative.

## What it does

Looks for `effort` and `velocity` below zero.

## Why it matters

They are magnitudes. An absent one is left out, never negative.

## Example

```json
"limit": {"effort": -1.0}
```

## Use instead

```json
"limit": {"effort": 1.0}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics.gltf_rules import NEGATIVE as RULE

__all__ = ["RULE"]
