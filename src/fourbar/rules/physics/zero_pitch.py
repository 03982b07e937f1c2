"""A screw has a pitch of 0.

## What it does

Looks for a `<screw_thread_pitch>` of 0 in screw joints and loops, and for screws without a pitch in
robots that were built in Python.

## Why it matters

The screw turns without advancing: it is a revolute joint under another name. Often the pitch was
rounded, or given in another unit: it is in metres per turn.

## Example

```xml
<joint name="elbow" type="screw">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <screw_thread_pitch value="0"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="screw">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <screw_thread_pitch value="0.004"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P458",
    name="zero-pitch",
    severity=Severity.WARNING,
    summary="A screw has a pitch of 0.",
    since="0.1",
)
