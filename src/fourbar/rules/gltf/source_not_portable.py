"""`source` contains a path or a date and is not portable.

## What it does

Looks for absolute paths and times in `source`.

## Why it matters

They describe the author's machine, and make the files of equal robots differ.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/source": {"uri": "/home/me/arm.urdf"}
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/source": {"uri": "arm.urdf"}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E746",
    name="source-not-portable",
    severity=Severity.INFO,
    summary="`source` contains a path or a date and is not portable.",
    since="0.1",
)
