"""The SRDF refers to a joint that does not exist.

## What it does

Looks up the joints of groups and passive joints. (Those of group states are R202.)

## Why it matters

MoveIt drops the entry with a message in its log, and plans with a group that lacks a joint.

## Example

```xml
<passive_joint name="elbo"/>
```

## Use instead

```xml
<passive_joint name="elbow"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C671",
    name="srdf-unknown-joint",
    severity=Severity.ERROR,
    summary="The SRDF refers to a joint that does not exist.",
    since="0.1",
)
