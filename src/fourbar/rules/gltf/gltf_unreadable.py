"""The file violates glTF 2.0.

## What it does

Reads the container and the parts of glTF 2.0 that a robot needs: version, JSON, buffers, numbers
of nodes.

## Why it matters

Other readers reject the file or read it differently.

## Example

```json
"asset": {"version": "1.0"}
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
    code="E701",
    name="gltf-unreadable",
    severity=Severity.ERROR,
    summary="The file violates glTF 2.0.",
    since="0.1",
)
