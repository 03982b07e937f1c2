"""A moving joint does not state its axis.

## What it does

Looks for `<axis>` in revolute, continuous, prismatic and planar joints.

## Why it matters

The x axis is taken. That is seldom what was meant, since most robots turn about z or y.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
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

Safe: the axis that is taken is written.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("S142", "missing-axis", INFO, "A moving joint does not state its axis.")

_WITH_AXIS = ("revolute", "continuous", "prismatic", "planar")


def check(context: Context) -> Findings:
    """Look for the element."""
    if context.document is None:
        return
    for joint in context.robot.joints:
        element = context.document.named("joint", joint.name)
        if joint.type not in _WITH_AXIS or element is None or element.find("axis") is not None:
            continue
        fix = None
        if context.editor is not None:
            added = context.editor.append_child(element, '<axis xyz="1 0 0"/>')
            fix = context.fix("write the x axis", added)
        message = f"joint '{joint.name}' has no <axis>; the x axis is taken"
        yield context.find(RULE, f"joint[{joint.name}]", message, fix=fix)
