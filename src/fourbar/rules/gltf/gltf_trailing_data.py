"""Data follows the end of a GLB file.

## What it does

Compares a GLB file's length with the one in its header.

## Why it matters

Data after the end belongs to no chunk: tools drop it when they write the file again.

## Example

```text
glTF 2 1024 ... // a file of 1100 bytes
```

## Use instead

```text
glTF 2 1024 ... // a file of 1024 bytes
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E709",
    name="gltf-trailing-data",
    severity=Severity.WARNING,
    summary="Data follows the end of a GLB file.",
    since="0.1",
)
