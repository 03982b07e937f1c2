"""A connection of another format does not match any loop joint.

## What it does

Finds bushings of Drake whose stiffnesses do not correspond to a joint: in each direction a joint
either holds (stiff) or lets go (zero). Also finds constraints of Drake that fourbar does not read.

## Why it matters

The element is kept as written, but the robot has no loop there.

## Example

```xml
<drake:linear_bushing_rpy>
  <drake:bushing_frameA name="left"/>
  <drake:bushing_frameC name="right"/>
  <drake:bushing_torque_stiffness value="0 0 0"/>
  <drake:bushing_force_stiffness value="1e6 0 0"/>
</drake:linear_bushing_rpy>
```

## Use instead

```xml
<drake:linear_bushing_rpy>
  <drake:bushing_frameA name="left"/>
  <drake:bushing_frameC name="right"/>
  <drake:bushing_torque_stiffness value="0 0 0"/>
  <drake:bushing_force_stiffness value="1e6 1e6 1e6"/>
</drake:linear_bushing_rpy>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S124",
    name="not-a-loop",
    severity=Severity.WARNING,
    summary="A connection of another format does not match any loop joint.",
    since="0.1",
)
