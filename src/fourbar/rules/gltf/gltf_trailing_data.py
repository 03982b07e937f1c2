r"""Extra data follows the end of the GLB file.

## What it does

Compares a GLB file's length with the one in its header.

## Why it matters

Data after the end belongs to no chunk: tools drop it when they write the file again.

## Example

```python
GLB + b"\0\0\0\0"
```

## Use instead

```python
GLB
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
    summary="Extra data follows the end of the GLB file.",
    since="0.1",
)
