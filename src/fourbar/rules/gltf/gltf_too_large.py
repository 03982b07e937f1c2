"""A file holds more than is accepted.

## What it does

Compares sizes with limits: bytes of JSON, nesting, nodes, parts of a robot.

## Why it matters

A file from somewhere else must not fill the memory by what it says about itself.

## Example

```json
"nodes": [{}, {}, {}] // and ten million more
```

## Use instead

```json
"nodes": [{}, {}, {}]
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
    summary="A file holds more than is accepted.",
    since="0.1",
)
