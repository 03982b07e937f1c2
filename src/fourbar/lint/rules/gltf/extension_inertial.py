"""A mass or inertia is impossible.

## What it does

Looks for negative masses and moments, and for moments that break the triangle inequality.

## Why it matters

No body has them. Simulators refuse them or gain energy.

## Example

```json
"inertial": {"mass": -1.0}
```

## Use instead

```json
"inertial": {"mass": 1.0}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics.gltf_rules import INERTIAL as RULE

__all__ = ["RULE"]
