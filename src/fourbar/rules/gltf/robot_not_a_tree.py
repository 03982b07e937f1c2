"""The robot is no tree; glTF needs one.

## What it does

Looks for links without names, joints to links that do not exist, two parents, and circles.

## Why it matters

Nodes of glTF are a tree. Close loops by `<loop>`.

## Example

```xml
<joint name="j"><child link="arm"/></joint> <joint name="k"><child link="arm"/></joint>
```

## Use instead

```xml
<joint name="j"><child link="arm"/></joint> <loop name="k"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E750",
    name="robot-not-a-tree",
    severity=Severity.ERROR,
    summary="The robot is no tree; glTF needs one.",
    since="0.1",
)
