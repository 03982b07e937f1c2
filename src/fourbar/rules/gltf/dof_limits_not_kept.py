"""A joint has limits per DOF that a description cannot keep.

## What it does

Looks for DOFs whose limits a description has no place for. A joint of a description has one
`<limit>`: its range is that of every DOF that has one, and so are its velocity and effort. The
turns of `spherical` and `floating` joints and the slides of `planar` and `floating` ones have no
range.

## Why it matters

Viewers that read the file keep within these limits. After the conversion to a description they
are gone: joints of a simulation go further than those of the page.

## Example

```json
"type": "cylindrical",
"dofs": [
  {"motion": "rotation", "axis": [0, 1, 0], "limit": {"lower": -1, "upper": 1}},
  {"motion": "translation", "axis": [0, 1, 0], "limit": {"lower": 0, "upper": 0.2}}
]
```

## Use instead

```json
"type": "cylindrical",
"dofs": [
  {"motion": "rotation", "axis": [0, 1, 0]},
  {"motion": "translation", "axis": [0, 1, 0], "limit": {"lower": 0, "upper": 0.2}}
]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E743",
    name="dof-limits-not-kept",
    severity=Severity.WARNING,
    summary="A joint has limits per DOF that a description cannot keep.",
    since="0.1",
)
