"""The URDF text kept in a part no longer fits it.

## What it does

Compares the URDF text that a part carries in `extras` with the part itself, when a file is read
back.

## Why it matters

Somebody edited the file since. The edit counts; how the part was once written is forgotten.

## Example

```json
"limit": {"upper": 1.5}, "extras": {"urdf": "... upper=1.2 ..."}
```

## Use instead

```json
"limit": {"upper": 1.5}, "extras": {"urdf": "... upper=1.5 ..."}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E757",
    name="written-form-differs",
    severity=Severity.INFO,
    summary="The URDF text kept in a part no longer fits it.",
    since="0.1",
)
