"""A link and a joint have one name.

## What it does

Compares the names of links with those of joints.

## Why it matters

`<gazebo reference>` cannot tell them apart, and SDF, to which Gazebo converts, refuses equal
names of siblings.

## Example

```xml
<link name="elbow"/>
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="elbow"/>
</joint>
```

## Use instead

```xml
<link name="elbow"/>
<joint name="elbow_joint" type="fixed">
  <parent link="base"/>
  <child link="elbow"/>
</joint>
```

## Fix safety

Unsafe: the joint becomes `NAME_joint`, here and wherever the file refers to it; other files are
not changed.
"""

from __future__ import annotations

from ...rename import rename
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("R205", "link-and-joint-share-name", WARNING, "A link and a joint have one name.")


def check(context: Context) -> Findings:
    """Compare the names."""
    for joint in context.robot.joints:
        if joint.name not in context.robot.links:
            continue
        new = f"{joint.name}_joint"
        edits = rename(context, "joint", joint.name, new)
        yield context.find(
            RULE,
            f"joint[{joint.name}].name",
            f"joint '{joint.name}' has the name of a link",
            fix=context.fix(f"rename the joint to '{new}'", edits, safe=False),
        )
