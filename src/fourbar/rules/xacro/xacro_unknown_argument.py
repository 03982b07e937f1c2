"""An argument was given that the file does not declare.

## What it does

Compares the arguments of `--arg` with the `<xacro:arg>` elements of the file.

## Why it matters

The argument has no effect. Where its name is close to a declared one it is an error: the robot has
the default of the argument that was meant.

## Example

```console
$ fourbar check arm.xacro --arg prefx:=left_
```

## Use instead

```console
$ fourbar check arm.xacro --arg prefix:=left_
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X061",
    name="xacro-unknown-argument",
    severity=Severity.WARNING,
    summary="An argument was given that the file does not declare.",
    since="0.1",
)
