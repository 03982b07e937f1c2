"""The DOFs of a joint do not match its type.

## What it does

Compares the motions of a joint's DOFs with those of its type: none for `fixed`, one rotation for
`revolute`, one translation for `prismatic`, and so on.

## Why it matters

Loaders that go by the type and loaders that go by the DOFs move different things.

## Example

```json
"type": "prismatic", "dofs": [{"motion": "rotation", "axis": [0, 1, 0]}]
```

## Use instead

```json
"type": "prismatic", "dofs": [{"motion": "translation", "axis": [0, 1, 0]}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E715",
    name="dof-kind",
    severity=Severity.ERROR,
    summary="The DOFs of a joint do not match its type.",
    since="0.1",
)
