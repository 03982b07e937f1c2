"""Duplicate element; only one is allowed.

## What it does

Finds a second `<origin>`, `<axis>`, `<inertial>` and the like in the same parent. The first one
with content is used.

## Why it matters

Some readers use the first, some the last.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

Safe if both are the same: the duplicate is removed. There is no fix where they differ.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S111",
    name="duplicate-element",
    severity=Severity.WARNING,
    summary="Duplicate element; only one is allowed.",
    since="0.1",
    fix="safe",
)
