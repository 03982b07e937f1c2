"""The process that checked the file ended unexpectedly.

## What it does

Reports a file whose checking process died, for want of memory for example.

## Why it matters

Nothing is known about the file; the other files are checked all the same.

## Example

```console
$ fourbar check robot.urdf
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
    code="X016",
    name="check-stopped",
    severity=Severity.ERROR,
    summary="The process that checked the file ended unexpectedly.",
    since="0.1",
)
