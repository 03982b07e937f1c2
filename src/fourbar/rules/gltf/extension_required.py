"""The extension is required, so other viewers reject the file.

## What it does

Looks for the extension's name in `extensionsRequired`.

## Why it matters

The geometry is plain glTF. A viewer that does not know the extension could show it, but has to
reject the file.

## Example

```json
"extensionsRequired": ["EXT_robot_kinematics"]
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
    code="E705",
    name="extension-required",
    severity=Severity.WARNING,
    summary="The extension is required, so other viewers reject the file.",
    since="0.1",
)
