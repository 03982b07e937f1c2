"""Two names differ only in letter case.

## What it does

Compares link names with link names, and joint names with joint names, ignoring case.

## Why it matters

People and file systems mix them up, and exported files per link overwrite each other.

## Example

```xml
<link name="arm"/>
<link name="Arm"/>
```

## Use instead

```xml
<link name="arm"/>
<link name="forearm"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R210",
    name="names-differ-in-case",
    severity=Severity.INFO,
    summary="Two names differ only in letter case.",
    since="0.1",
)
