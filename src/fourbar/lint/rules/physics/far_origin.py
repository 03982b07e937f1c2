"""An origin lies implausibly far away.

## What it does

Finds origins of joints, shapes and inertials that are more than 100 m from their parent.

## Why it matters

URDF counts in metres; such numbers are millimetres.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 350"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 0.35"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: all three numbers are divided by 1000.
"""

from __future__ import annotations

from math import hypot

from ...edits import number
from ...origins import origins
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P418", "far-origin", WARNING, "An origin lies implausibly far away.")

_LARGEST = 100.0


def check(context: Context) -> Findings:
    """Measure the distance."""
    for path, pose in origins(context.robot):
        distance = hypot(*pose.xyz)
        if distance <= _LARGEST:
            continue
        text = " ".join(number(c / 1000) for c in pose.xyz)
        place = f"{path}.xyz"
        fix = context.set_attribute(place, text, "convert to metres", safe=False)
        message = f"this origin is {distance:.0f} m away; millimetres?"
        yield context.find(RULE, place, message, fix=fix)
