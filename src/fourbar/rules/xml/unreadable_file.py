"""The file cannot be opened.

## What it does

Reports a file that does not exist or cannot be read.

## Why it matters

Nothing can be checked. The message gives the operating system's reason.

## Example

```console
$ fourbar check missing.urdf
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
    code="X013",
    name="unreadable-file",
    severity=Severity.ERROR,
    summary="The file cannot be opened.",
    since="0.1",
)
