"""A mimic names itself, a circle, or many DOFs.

## What it does

Follows each mimic to the joint that leads.

## Why it matters

In a circle no joint leads, and loaders never end. A joint with several DOFs cannot follow, nor be
followed, by one number.

## Example

```json
{"name": "l", "mimic": {"joint": 1}}, {"name": "r", "mimic": {"joint": 0}}
```

## Use instead

```json
{"name": "l"}, {"name": "r", "mimic": {"joint": 0}}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E726",
    name="extension-mimic",
    severity=Severity.ERROR,
    summary="A mimic names itself, a circle, or many DOFs.",
    since="0.1",
)
