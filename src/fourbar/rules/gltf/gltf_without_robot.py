"""The file has no EXT_robot_kinematics.

## What it does

Looks for `EXT_robot_kinematics` with at least one model at the top of the file.

## Why it matters

Without it the file is only geometry: it does not describe what moves, or how.

## Example

```json
"-/extensions": null
```

## Use instead

```json
"/extensions": {
  "EXT_robot_kinematics": {
    "models": [
      {
        "name": "pendulum",
        "rootNode": 0,
        "links": [
          {
            "name": "base",
            "node": 1
          },
          {
            "name": "arm",
            "node": 4
          }
        ],
        "joints": [
          {
            "name": "pivot",
            "type": "revolute",
            "parentLink": 0,
            "childLink": 1,
            "originNode": 2,
            "dofNodes": [
              3
            ],
            "dofs": [
              {
                "motion": "rotation",
                "axis": [
                  1,
                  0,
                  0
                ],
                "limit": {
                  "lower": -1.5,
                  "upper": 1.5,
                  "effort": 10,
                  "velocity": 2
                },
                "default": 0
              }
            ]
          }
        ]
      }
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
    code="E703",
    name="gltf-without-robot",
    severity=Severity.ERROR,
    summary="The file has no EXT_robot_kinematics.",
    since="0.1",
)
