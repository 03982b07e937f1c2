"""A continuous joint has limits.

## What it does

Finds `lower` and `upper` in continuous joints, unless both are zero.

## Why it matters

A continuous joint has no range by definition; consumers ignore the limits, so the joint goes
where it must not.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
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

Unsafe: `lower` and `upper` are removed, which is how they are read now. The joint may have been
meant as revolute instead.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P410", "limits-on-continuous", WARNING, "A continuous joint has limits.")


def check(context: Context) -> Findings:
    """Look for a range."""
    for joint in context.robot.joints:
        limit = joint.limit
        if joint.type != "continuous" or limit is None or not (limit.lower or limit.upper):
            continue
        path = f"joint[{joint.name}].limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            edits = [context.editor.remove_attribute(element, n) for n in ("lower", "upper")]
            fix = context.fix("remove lower and upper", *edits, safe=False)
        name = "lower" if limit.lower else "upper"
        message = f"joint '{joint.name}' is continuous; its limits are ignored"
        notes = ('write type="revolute" if the joint has a range',)
        yield context.find(RULE, f"{path}.{name}", message, notes=notes, fix=fix)
