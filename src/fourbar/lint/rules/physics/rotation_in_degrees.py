"""The angles of an origin look like degrees.

## What it does

Finds roll, pitch and yaw beyond two turns (12.6) that are multiples of 5.

## Why it matters

URDF counts in radians. 90 radians are 14 turns and 116 degrees.

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

from math import radians

from ...edits import number
from ...origins import origins
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P417", "rotation-in-degrees", WARNING, "The angles of an origin look like degrees.")

_LARGEST = 12.6


def check(context: Context) -> Findings:
    """Look for large, even numbers."""
    for path, pose in origins(context.robot):
        if not any(abs(a) > _LARGEST and (a / 5).is_integer() for a in pose.rpy):
            continue
        if not all(a.is_integer() for a in pose.rpy):
            continue
        text = " ".join(number(round(radians(a), 6)) for a in pose.rpy)
        message = f"angles {' '.join(map(number, pose.rpy))} look like degrees"
        place = f"{path}.rpy"
        fix = context.set_attribute(place, text, "convert to radians", safe=False)
        yield context.find(RULE, place, message, fix=fix)
