"""A file holds more than one robot.

## What it does

Counts the models when one robot is asked for.

## Why it matters

`fourbar.load` gives one robot: the first. `fourbar.gltf.read_robots` gives all.

## Example

```json
"models": [{"name": "left"}, {"name": "right"}]
```

## Use instead

```json
"models": [{"name": "left"}]
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E706",
    name="several-robots",
    severity=Severity.WARNING,
    summary="A file holds more than one robot.",
    since="0.1",
)
