"""A file is a git-LFS pointer, not the content.

## What it does

Recognises the three lines of text that git-LFS leaves in place of a file.

## Why it matters

The repository was cloned without git-LFS; every mesh is a text file of 130 bytes.

## Example

```xml
<mesh filename="arm.stl"/> <!-- a file is a git-lfs pointer, not the content -->
```

## Use instead

```xml
<mesh filename="arm.obj"/> <!-- a sound file -->
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
    summary="A file is a git-LFS pointer, not the content.",
    since="0.1",
)
