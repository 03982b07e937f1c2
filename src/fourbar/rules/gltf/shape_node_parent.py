"""A visual or collision node is not below the node of its link.

## What it does

Looks for visual and collision nodes below the node of their link.

## Why it matters

The shape does not follow its link.

## Example

```json
"/nodes": [
  {
    "name": "pendulum",
    "children": [
      1
    ]
  },
  {
    "name": "base",
    "children": [
      2,
      5
    ]
  },
  {
    "name": "joint_pivot_origin",
    "translation": [
      0,
      0.1,
      0
    ],
    "children": [
      3
    ]
  },
  {
    "name": "joint_pivot_dof0",
    "children": [
      4
    ]
  },
  {
    "name": "arm"
  },
  {
    "name": "shape"
  }
],
"/extensions/EXT_robot_kinematics/models/0/links/1/visualNodes": [5]
```

## Use instead

```json
"/nodes": [
  {
    "name": "pendulum",
    "children": [
      1
    ]
  },
  {
    "name": "base",
    "children": [
      2
    ]
  },
  {
    "name": "joint_pivot_origin",
    "translation": [
      0,
      0.1,
      0
    ],
    "children": [
      3
    ]
  },
  {
    "name": "joint_pivot_dof0",
    "children": [
      4
    ]
  },
  {
    "name": "arm",
    "children": [
      5
    ]
  },
  {
    "name": "shape"
  }
],
"/extensions/EXT_robot_kinematics/models/0/links/1/visualNodes": [5]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E737",
    name="shape-node-parent",
    severity=Severity.WARNING,
    summary="A visual or collision node is not below the node of its link.",
    since="0.1",
)
