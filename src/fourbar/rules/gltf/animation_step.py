"""Two rotation keys are too far apart to be interpolated the right way.

## What it does

Measures the turn between neighbouring keys of rotations of DOF nodes.

## Why it matters

Between keys half a turn or more apart players take the shorter way, possibly through positions
that the joint cannot reach.

## Example

```json
"/buffers/0/byteLength": 40,
"/buffers/0/uri": "data:application/octet-stream;base64,AAAAAAAAgD8/wym/AAAAAAAAAAConT8/u31EPwAAAAAAAAAAXxgkPw==",
"/bufferViews/0/byteLength": 8,
"/bufferViews/1/byteOffset": 8,
"/bufferViews/1/byteLength": 32,
"/accessors/0/count": 2,
"/accessors/0/max/0": 1,
"/accessors/1/count": 2
```

## Use instead

```json
"/buffers/0/byteLength": 60,
"/buffers/0/uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAABAP8MpvwAAAAAAAAAAqJ0/PwAAAAAAAAAAAAAAAAAAgD8/wyk/AAAAAAAAAAConT8/",
"/bufferViews/0/byteLength": 12,
"/bufferViews/1/byteOffset": 12,
"/bufferViews/1/byteLength": 48,
"/accessors/0/count": 3,
"/accessors/0/max/0": 2,
"/accessors/1/count": 3
```

## Fix safety

There is no fix.
"""  # noqa: E501

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E745",
    name="animation-step",
    severity=Severity.WARNING,
    summary="Two rotation keys are too far apart to be interpolated the right way.",
    since="0.1",
)
