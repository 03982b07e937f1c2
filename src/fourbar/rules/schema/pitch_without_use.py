"""A joint type without a thread has a <screw_thread_pitch>.

## What it does

Finds `<screw_thread_pitch>` in joints and loops that are not screws.

## Why it matters

It has no effect there; either the type or the pitch is wrong.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <screw_thread_pitch value="0.004"/>
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

There is no fix. The type and the pitch contradict each other.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S148",
    name="pitch-without-use",
    severity=Severity.WARNING,
    summary="A joint type without a thread has a <screw_thread_pitch>.",
    since="0.1",
)
