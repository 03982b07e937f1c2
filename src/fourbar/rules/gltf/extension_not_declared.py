"""The extension is used but missing from extensionsUsed.

## What it does

Looks for the extension's name in `extensionsUsed`.

## Why it matters

glTF requires it (section 3.12). Loaders that look at `extensionsUsed` first do not see the robot.

## Example

```json
"extensionsUsed": []
```

## Use instead

```json
"extensionsUsed": ["EXT_robot_kinematics"]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E704",
    name="extension-not-declared",
    severity=Severity.ERROR,
    summary="The extension is used but missing from extensionsUsed.",
    since="0.1",
)
