"""The file is a Git LFS pointer instead of the content.

## What it does

Recognises the three lines of text that Git LFS puts in place of a file.

## Why it matters

The repository was cloned without Git LFS; every mesh is a text file of 130 bytes.

## Example

```xml
<mesh filename="arm.stl"/> <!-- arm.stl is a pointer: run git lfs pull -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a valid file -->
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A522",
    name="mesh-git-lfs",
    severity=Severity.ERROR,
    summary="The file is a Git LFS pointer instead of the content.",
    since="0.1",
)
