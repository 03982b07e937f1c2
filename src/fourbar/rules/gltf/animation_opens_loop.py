"""An animation opens a loop.

## What it does

Compares the two nodes of each loop at the keys of every animation, at most 200 of each, and
reports where they are farthest from what the loop allows. Loops that are open in the pose of the
file are reported as E741.

## Why it matters

A core animation does not know about loops: a player moves the animated nodes and nothing else, and
the mechanism comes apart.

## Example

```json
"/animations/0/samplers": [{"input": 0, "output": 1}],
"/animations/0/channels": [{"sampler": 0, "target": {"node": 6, "path": "rotation"}}]
```

## Use instead

```json
"/animations/0/samplers": [
  {"input": 0, "output": 1},
  {"input": 0, "output": 2},
  {"input": 0, "output": 3}
],
"/animations/0/channels": [
  {"sampler": 0, "target": {"node": 6, "path": "rotation"}},
  {"sampler": 1, "target": {"node": 8, "path": "rotation"}},
  {"sampler": 2, "target": {"node": 10, "path": "rotation"}}
]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E747",
    name="animation-opens-loop",
    severity=Severity.WARNING,
    summary="An animation opens a loop.",
    since="0.1",
)
