"""A mimic joint calls itself independent.

## What it does

Looks for `independent="true"` on joints with `<mimic>`.

## Why it matters

A joint that follows another is dependent; the two statements contradict each other.

## Example

```xml
<joint name="follow" type="continuous" independent="true">
  ...
  <mimic joint="lead"/>
</joint>
```

## Use instead

```xml
<joint name="follow" type="continuous" independent="false">
  ...
  <mimic joint="lead"/>
</joint>
```

## Fix safety

Safe: `independent` becomes false, as the mimic demands.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("G344", "independent-mimic", WARNING, "A mimic joint calls itself independent.")


def check(context: Context) -> Findings:
    """Look for followers that lead."""
    for joint in context.robot.joints:
        if joint.mimic is None or not joint.independent or joint.dof == 0:
            continue
        path = f"joint[{joint.name}].independent"
        fix = context.set_attribute(path, "false", 'write independent="false"')
        message = f"joint '{joint.name}' follows '{joint.mimic.joint}' and says it is independent"
        yield context.find(RULE, path, message, fix=fix)
