"""The rotation of rootNode does not match source.basis.

## What it does

Compares the rotation of `rootNode` with `source.basis`: none for `gltf`; from z up to y up for
`root`.

## Why it matters

The robot lies on its side, or a reader turns it twice.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/source": {"basis": "root"}
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/source": {"basis": "gltf"}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E739",
    name="root-basis",
    severity=Severity.WARNING,
    summary="The rotation of rootNode does not match source.basis.",
    since="0.1",
)
