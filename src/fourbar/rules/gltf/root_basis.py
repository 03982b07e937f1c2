"""rootNode does not turn as source.basis says.

## What it does

Compares the rotation of `rootNode` with `source.basis`: none for `gltf`; from z up to y up for
`root`.

## Why it matters

The robot lies on its side, or a reader turns it twice.

## Example

```json
"source": {"basis": "root"} // rootNode has no rotation
```

## Use instead

```json
"source": {"basis": "gltf"}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E739",
    name="root-basis",
    severity=Severity.WARNING,
    summary="rootNode does not turn as source.basis says.",
    since="0.1",
)
