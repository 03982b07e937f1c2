"""A DOF node is not at its default position.

## What it does

Computes the transform that each DOF node must have at its `default`, and compares it.

## Why it matters

The pose shown and the positions reported differ: the robot jumps when a joint is first set.

## Example

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/dofs/0/default": 0.4
```

## Use instead

```json
"/extensions/EXT_robot_kinematics/models/0/joints/0/dofs/0/default": 0
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E732",
    name="dof-rest-pose",
    severity=Severity.WARNING,
    summary="A DOF node is not at its default position.",
    since="0.1",
)
