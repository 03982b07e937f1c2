"""The joint has an effort limit of 0.

## What it does

Looks at `effort` in the `<limit>` of moving joints.

## Why it matters

Taken literally, nothing can drive the joint: Gazebo and Drake clamp its motor to zero. Exporters
write 0 when they do not know the value.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="0" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P406",
    name="zero-effort",
    severity=Severity.WARNING,
    summary="The joint has an effort limit of 0.",
    since="0.1",
)
