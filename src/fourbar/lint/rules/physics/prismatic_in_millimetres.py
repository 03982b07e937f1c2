"""The limits of a prismatic joint look like millimetres.

## What it does

Finds prismatic joints that reach farther than 20 m.

## Why it matters

URDF counts in metres. A stroke of 250 m is a stroke of 250 mm written in the wrong unit.

## Example

```xml
<joint name="elbow" type="prismatic">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="0" upper="250" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="prismatic">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="0" upper="0.25" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: both limits are divided by 1000.
"""

from __future__ import annotations

from math import isfinite

from ...edits import number
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "P412",
    "prismatic-in-millimetres",
    WARNING,
    "The limits of a prismatic joint look like millimetres.",
)

AFTER = ("P403",)
_LARGEST = 20.0
# Larger numbers stand for "no limit".
_UNLIMITED = 1e4


def check(context: Context) -> Findings:
    """Look for long strokes."""
    for joint in context.robot.joints:
        if joint.type != "prismatic" or joint.limit is None:
            continue
        bounds = joint.bounds
        farthest = max(map(abs, bounds))
        if not isfinite(farthest) or not _LARGEST < farthest < _UNLIMITED:
            continue
        path = f"joint[{joint.name}].limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            edits = [
                context.editor.set_attribute(element, name, number(bound / 1000))
                for name, bound in zip(("lower", "upper"), bounds, strict=True)
                if name in element.attributes
            ]
            fix = context.fix("convert to metres", *edits, safe=False)
        name = "lower" if abs(bounds[0]) > abs(bounds[1]) else "upper"
        message = f"joint '{joint.name}' slides {number(farthest)} m; millimetres?"
        yield context.find(RULE, f"{path}.{name}", message, fix=fix)
