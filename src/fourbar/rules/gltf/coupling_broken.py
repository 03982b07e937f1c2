"""The rest pose violates a coupling or mimic.

## What it does

Compares the defaults with every mimic and coupling.

## Why it matters

The pose shown is one that the mechanism cannot reach.

## Example

```json
"/nodes/6/rotation": [0.24740395925452294, 0, 0, 0.9689124217106447],
"/extensions/EXT_robot_kinematics/models/0/joints/1/dofs/0/default": 0.5
```

## Use instead

```json
{}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E742",
    name="coupling-broken",
    severity=Severity.WARNING,
    summary="The rest pose violates a coupling or mimic.",
    since="0.1",
)
