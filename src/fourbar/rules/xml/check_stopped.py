"""The process that checked the file ended unexpectedly.

## What it does

Reports a file whose checking process died, for example because it ran out of memory.

## Why it matters

The file was not checked; the other files were.

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
