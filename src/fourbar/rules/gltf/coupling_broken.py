"""The rest pose does not obey a coupling or mimic.

## What it does

Compares the defaults with every mimic and coupling.

## Why it matters

The pose shown is one that the mechanism cannot take.

## Example

```json
{"default": 0.0}, {"default": 0.5, "mimic": {"joint": 0}}
```

## Use instead

```json
{"default": 0.0}, {"default": 0.0, "mimic": {"joint": 0}}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E742",
    name="coupling-broken",
    severity=Severity.WARNING,
    summary="The rest pose does not obey a coupling or mimic.",
    since="0.1",
)
