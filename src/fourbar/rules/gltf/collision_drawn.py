"""A collision node has a mesh, so every viewer draws it.

## What it does

Looks for `mesh` on collision nodes.

## Why it matters

Viewers that do not know the extension draw the collision shape over the visual one.

## Example

```json
"/nodes/5/mesh": 0,
"-/extensions/EXT_robot_kinematics/models/0/links/1/collisions": null
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/links/1/collisions": [{"node": 5, "mesh": 0}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E738",
    name="collision-drawn",
    severity=Severity.WARNING,
    summary="A collision node has a mesh, so every viewer draws it.",
    since="0.1",
)
