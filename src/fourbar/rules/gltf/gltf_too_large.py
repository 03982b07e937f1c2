"""The file is too large.

## What it does

Compares sizes with limits: bytes of JSON, nesting, nodes, parts of a robot.

## Why it matters

A file from an unknown source must not be able to fill the memory.

## Example

```python
b'{"asset": ' + b'[' * 200000
```

## Use instead

```json
"asset": {"version": "2.0"}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E702",
    name="gltf-too-large",
    severity=Severity.ERROR,
    summary="The file is too large.",
    since="0.1",
)
