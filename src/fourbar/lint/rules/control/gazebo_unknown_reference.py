"""A Gazebo block refers to nothing.

## What it does

Looks up `reference` of `<gazebo>` among links and joints.

## Why it matters

Gazebo drops the block: friction, colours and sensors in it are lost without a word.

## Example

```xml
<gazebo reference="lowr">
  <mu1>0.9</mu1>
</gazebo>
```

## Use instead

```xml
<gazebo reference="lower">
  <mu1>0.9</mu1>
</gazebo>
```

## Fix safety

Unsafe: the name becomes the one it resembles.
"""

from __future__ import annotations

from ...control import gazebo
from ...names import closest, correction
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("C650", "gazebo-unknown-reference", WARNING, "A Gazebo block refers to nothing.")


def check(context: Context) -> Findings:
    """Look the names up."""
    robot = context.robot
    for path, part, element in gazebo(context):
        name = part.reference
        if name is None or name in robot.links or name in robot.joints:
            continue
        guess, text = closest(name, (*robot.links.names, *robot.joints.names))
        yield context.find(
            RULE,
            f"{path}.reference",
            f"there is no link or joint '{name}'{text}",
            element=element,
            attribute="reference",
            fix=correction(context, element, "reference", guess),
        )
