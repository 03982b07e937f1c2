"""The file or one of its buffers is truncated.

## What it does

Compares the lengths that a GLB header and its buffers declare with the actual lengths.

## Why it matters

A download or copy was cut off. Half of a mesh may be missing.

## Example

```python
GLB[:100]
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
    code="E707",
    name="gltf-truncated",
    severity=Severity.ERROR,
    summary="The file or one of its buffers is truncated.",
    since="0.1",
)
