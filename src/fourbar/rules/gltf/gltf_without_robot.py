"""A file has no EXT_robot_kinematics.

## What it does

Looks for `EXT_robot_kinematics` with at least one model at the top of the file.

## Why it matters

Without it the file is a picture: nothing says what moves, or how.

## Example

```json
{"asset": {"version": "2.0"}, "nodes": [{}]}
```

## Use instead

```json
"extensions": {"EXT_robot_kinematics": {"models": [{"name": "arm", "rootNode": 0, "links": []}]}}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E703",
    name="gltf-without-robot",
    severity=Severity.ERROR,
    summary="A file has no EXT_robot_kinematics.",
    since="0.1",
)
