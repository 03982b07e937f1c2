"""The file contains more than one robot.

## What it does

Counts the models when one robot is asked for.

## Why it matters

`fourbar.load` gives one robot: the first. `fourbar.gltf.read_robots` gives all.

## Example

```json
"/extensions/EXT_robot_kinematics/models/1/name": "other"
```

## Use instead

```json
"-/extensions/EXT_robot_kinematics/models/1": null
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E706",
    name="several-robots",
    severity=Severity.WARNING,
    summary="The file contains more than one robot.",
    since="0.1",
)
