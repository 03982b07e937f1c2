"""A fixed joint has limits, dynamics or a mimic.

## What it does

Finds `<limit>`, `<dynamics>`, `<mimic>` and `<safety_controller>` in fixed joints.

## Why it matters

They have no effect on a joint that does not move. Either they are left over, or the type is
wrong.

## Example

```xml
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

## Fix safety

Safe where they are all zero or there is no range: the elements are removed. Otherwise there is
no fix, since the type may be the mistake.
"""

from __future__ import annotations

from math import inf

from ...rule import INFO, Context, Findings, Rule

_NO_RANGE = ((0.0, 0.0), (-inf, inf))

RULE = Rule("S143", "fixed-joint-leftovers", INFO, "A fixed joint has limits, dynamics or a mimic.")


def check(context: Context) -> Findings:
    """Look for what only moving joints need."""
    for joint in context.robot.joints:
        if joint.type != "fixed":
            continue
        held = (
            ("limit", joint.limit),
            ("dynamics", joint.dynamics),
            ("mimic", joint.mimic),
            ("safety_controller", joint.safety_controller),
        )
        tags = [tag for tag, value in held if value is not None]
        if not tags:
            continue
        names = " and ".join(f"<{tag}>" for tag in tags)
        fix = None
        if joint.mimic is None and joint.bounds in _NO_RANGE and context.editor is not None:
            elements = [context.element(f"joint[{joint.name}].{tag}") for tag in tags]
            edits = [context.editor.remove_element(e) for e in elements if e is not None]
            fix = context.fix(f"remove {names}", *edits)
        yield context.find(
            RULE,
            f"joint[{joint.name}].{tags[0]}",
            f"joint '{joint.name}' is fixed; {names} has no effect",
            fix=fix,
        )
