"""The loop is open in the rest pose.

## What it does

Compares the two nodes of each loop in the pose of the file, and in every configuration that
includes all joints.

## Why it matters

A viewer without support for loops shows a broken mechanism.

## Example

```json
{"name": "loop_successor", "translation": [0, 1, 0]} // the predecessor's is elsewhere
```

## Use instead

```json
{"name": "loop_successor", "translation": [0, 0.4, 0]}
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E741",
    name="loop-open",
    severity=Severity.WARNING,
    summary="The loop is open in the rest pose.",
    since="0.1",
)
