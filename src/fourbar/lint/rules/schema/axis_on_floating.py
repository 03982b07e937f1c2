"""A joint that has no axis states one.

## What it does

Finds `<axis>` in fixed, floating and spherical joints, unless it is zero or the default.

## Why it matters

It has no effect there; the type or the axis is not what was meant.

## Example

```xml
<joint name="elbow" type="floating">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="floating">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

## Fix safety

Safe: the axis is removed.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("S147", "axis-without-use", INFO, "A joint that has no axis states one.")

_WITHOUT_AXIS = ("fixed", "floating", "spherical")
_SILENT = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))


def check(context: Context) -> Findings:
    """Look for axes without use."""
    for joint in context.robot.joints:
        if joint.type not in _WITHOUT_AXIS or joint.axis in _SILENT:
            continue
        path = f"joint[{joint.name}].axis"
        element = context.element(path)
        fix = None
        if element is not None and context.editor is not None:
            fix = context.fix("remove the axis", context.editor.remove_element(element))
        message = f"joint '{joint.name}' is {joint.type}; its axis has no effect"
        yield context.find(RULE, path, message, fix=fix)
