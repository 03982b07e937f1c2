"""A joint of another format was read as a joint.

## What it does

Reports each `<drake:joint>` that is read as a joint of URDF+: Drake's ball, planar, screw and
universal joints. The other types of Drake are not read (S110).

## Why it matters

The joint is part of the robot for every command, although plain URDF readers ignore it.

## Example

```xml
<drake:joint name="spindle" type="screw">
  <parent link="left"/>
  <child link="nut"/>
  <axis xyz="0 0 1"/>
  <drake:screw_thread_pitch value="0.004"/>
</drake:joint>
```

## Use instead

```xml
<joint name="spindle" type="screw">
  <parent link="left"/>
  <child link="nut"/>
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
    code="S126",
    name="lifted-joint",
    severity=Severity.INFO,
    summary="A joint of another format was read as a joint.",
    since="0.1",
    notice=True,
)
