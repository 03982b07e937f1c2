"""The angles of an origin look like degrees.

## What it does

Finds roll, pitch and yaw beyond two turns (12.6) that are multiples of 5.

## Why it matters

URDF uses radians. 90 radians are 14 turns and 116 degrees.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 0.1" rpy="0 90 0"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 0.1" rpy="0 1.5708 0"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: all three angles are converted to radians, rounded to six decimals.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P417",
    name="rotation-in-degrees",
    severity=Severity.WARNING,
    summary="The angles of an origin look like degrees.",
    since="0.1",
    fix="unsafe",
)
