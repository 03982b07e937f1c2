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

from ....diagnostics.gltf_rules import TOO_LARGE as RULE

__all__ = ["RULE"]
