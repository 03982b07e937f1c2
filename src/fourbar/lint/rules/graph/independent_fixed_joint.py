"""A fixed joint says whether it is independent.

## What it does

Looks for `independent` on fixed joints.

## Why it matters

A joint that does not move has no coordinate. The type or the attribute is on the wrong joint.

## Example

```xml
<joint name="elbow" type="fixed" independent="true">
  <parent link="base"/>
  <child link="tip"/>
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

Safe: the attribute is removed.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule(
    "G343", "independent-fixed-joint", WARNING, "A fixed joint says whether it is independent."
)


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for joint in context.robot.joints:
        if joint.type != "fixed" or joint.independent is None:
            continue
        element, fix = context.element(f"joint[{joint.name}]"), None
        if element is not None and context.editor is not None:
            edits = context.editor.remove_attribute(element, "independent")
            fix = context.fix("remove 'independent'", edits)
        message = f"joint '{joint.name}' is fixed; it has no coordinate"
        yield context.find(RULE, f"joint[{joint.name}].independent", message, fix=fix)
