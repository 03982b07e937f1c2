"""Duplicate group or group state name.

## What it does

Compares the names of groups, and those of each group's states.

## Why it matters

MoveIt keeps only one of them.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group name="arm">
  <joint name="elbow"/>
</group>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C680",
    name="duplicate-group",
    severity=Severity.WARNING,
    summary="Duplicate group or group state name.",
    since="0.1",
)
