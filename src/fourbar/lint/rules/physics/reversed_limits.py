"""The lower limit lies above the upper one.

## What it does

Compares `lower` and `upper`.

## Why it matters

No position lies between them. Drake stops, PyBullet reads the joint as unlimited, others clamp
every command to one of the two.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="1" upper="-1" effort="5" velocity="1"/>
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

Unsafe: the two are exchanged. A sign may be the mistake instead.
"""

from __future__ import annotations

from ...edits import number
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P403", "reversed-limits", WARNING, "The lower limit lies above the upper one.")


def check(context: Context) -> Findings:
    """Compare the two limits."""
    for joint in context.robot.joints:
        limit = joint.limit
        if limit is None or joint.type not in ("revolute", "prismatic"):
            continue
        lower, upper = joint.bounds
        if lower <= upper:
            continue
        path = f"joint[{joint.name}].limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            texts = (element.attributes.get("lower"), element.attributes.get("upper"))
            if None not in texts:
                edits = [
                    context.editor.set_attribute(element, "lower", texts[1] or ""),
                    context.editor.set_attribute(element, "upper", texts[0] or ""),
                ]
                fix = context.fix("exchange the limits", *edits, safe=False)
        message = (
            f"the lower limit of joint '{joint.name}', {number(lower)}, "
            f"lies above the upper one, {number(upper)}"
        )
        yield context.find(RULE, f"{path}.lower", message, fix=fix)
