"""The axes of a joint's DOFs do not match its type.

## What it does

Compares the axes of a joint's DOFs with one another: the two translations of a `planar` joint are
not parallel, and its rotation is about the normal of their plane; the DOFs of a `cylindrical` joint
have one axis; those of `spherical` and `floating` joints are along and about the x, y and z axes of
the description's joint frame, in this order.

## Why it matters

Loaders that go by the type and loaders that go by the DOFs move different things.

## Example

```json
"type": "cylindrical",
"dofs": [
  {"motion": "rotation", "axis": [0, 1, 0]},
  {"motion": "translation", "axis": [1, 0, 0]}
]
```

## Use instead

```json
"type": "cylindrical",
"dofs": [
  {"motion": "rotation", "axis": [0, 1, 0]},
  {"motion": "translation", "axis": [0, 1, 0]}
]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E717",
    name="dof-axes",
    severity=Severity.ERROR,
    summary="The axes of a joint's DOFs do not match its type.",
    since="0.1",
)
