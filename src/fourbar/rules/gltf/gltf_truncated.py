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

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E707",
    name="gltf-truncated",
    severity=Severity.ERROR,
    summary="A file or one of its buffers ends too early.",
    since="0.1",
)
