"""The group has no joints.

## What it does

Collects the joints of each group: its own, those above its links, along its chains, in its
subgroups.

## Why it matters

There is nothing to plan for.

## Example

```xml
<group name="all"/>
```

## Use instead

```xml
<group name="all">
  <joint name="elbow"/>
</group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C679",
    name="empty-group",
    severity=Severity.WARNING,
    summary="The group has no joints.",
    since="0.1",
)
