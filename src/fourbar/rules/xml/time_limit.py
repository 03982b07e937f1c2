"""Checking the file took too long.

## What it does

Ends the check of a file after `--time-limit` seconds (60 where several files are checked at
once).

## Why it matters

One file, such as a description with huge meshes, must not hold up all the others.

## Example

```console
$ fourbar check scan.urdf --time-limit 30
```

## Use instead

```console
$ fourbar check robot.urdf
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X015",
    name="time-limit",
    severity=Severity.ERROR,
    summary="Checking the file took too long.",
    since="0.1",
)
