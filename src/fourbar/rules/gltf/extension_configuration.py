"""A configuration does not match the joints.

## What it does

Compares `jointPositions` with the joints: one entry each, a number for one DOF, as many as DOFs
for several, or null.

## Why it matters

Positions would go to other joints than meant.

## Example

```json
"-/extensions/EXT_robot_kinematics/models/0/joints/1/mimic": null,
"/extensions/EXT_robot_kinematics/models/0/configurations": {"up": {"jointPositions": [0.5]}}
```

## Use instead

```json
"-/extensions/EXT_robot_kinematics/models/0/joints/1/mimic": null,
"/extensions/EXT_robot_kinematics/models/0/configurations": {
  "up": {
    "jointPositions": [
      0.5,
      null
    ]
  }
}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E727",
    name="extension-configuration",
    severity=Severity.ERROR,
    summary="A configuration does not match the joints.",
    since="0.1",
)
