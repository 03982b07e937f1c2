"""A file or one of its buffers ends too early.

## What it does

Compares the lengths that a GLB header and buffers announce with what is there.

## Why it matters

A download or copy was cut off. What is missing may be half of a mesh.

## Example

```json
"buffers": [{"byteLength": 4096, "uri": "arm.bin"}] // of 1000 bytes
```

## Use instead

```json
"buffers": [{"byteLength": 1000, "uri": "arm.bin"}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ....diagnostics.gltf_rules import TRUNCATED as RULE

__all__ = ["RULE"]
