"""The file extension is not lower case.

## What it does

Compares the extension with its lower-case form.

## Why it matters

Tools that look for `.urdf` miss `.URDF` on case-sensitive file systems.

## Example

```console
$ fourbar check ROBOT.URDF
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
    code="X014",
    name="uppercase-extension",
    severity=Severity.INFO,
    summary="The file extension is not lower case.",
    since="0.1",
)
