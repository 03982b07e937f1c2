"""The limits of a revolute joint look like degrees.

## What it does

Finds ranges of revolute joints that reach beyond 20 radians and whose limits are whole numbers
or multiples of 0.5.

## Why it matters

URDF counts in radians. A limit of 180 radians is 28 turns, which is no limit at all.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-90" upper="90" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5708" upper="1.5708" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: both limits are converted to radians, rounded to six decimals.
"""

from __future__ import annotations

from math import isfinite, radians

from ...edits import number
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "P404", "limits-in-degrees", WARNING, "The limits of a revolute joint look like degrees."
)

AFTER = ("P403",)
_LARGEST = 20.0


def check(context: Context) -> Findings:
    """Look for large, even numbers."""
    for joint in context.robot.joints:
        if joint.type != "revolute" or joint.limit is None:
            continue
        bounds = joint.bounds
        if not all(map(isfinite, bounds)) or max(map(abs, bounds)) <= _LARGEST:
            continue
        if not all((2 * bound).is_integer() and abs(bound) <= 3600 for bound in bounds):
            continue
        path = f"joint[{joint.name}].limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            edits = [
                context.editor.set_attribute(element, name, number(round(radians(bound), 6)))
                for name, bound in zip(("lower", "upper"), bounds, strict=True)
                if name in element.attributes
            ]
            fix = context.fix("convert to radians", *edits, safe=False)
        low, high = map(number, bounds)
        message = f"the limits of joint '{joint.name}', {low} to {high}, look like degrees"
        yield context.find(RULE, f"{path}.{_largest(bounds)}", message, fix=fix)


def _largest(bounds: tuple[float, float]) -> str:
    return "lower" if abs(bounds[0]) > abs(bounds[1]) else "upper"
