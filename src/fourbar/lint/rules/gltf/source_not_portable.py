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

from ....diagnostics.gltf_rules import SOURCE as RULE

__all__ = ["RULE"]
