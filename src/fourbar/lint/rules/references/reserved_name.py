"""A name has a special meaning elsewhere.

## What it does

Finds links named `world` that are not the root, and names that begin and end with two
underscores.

## Why it matters

Gazebo and Drake weld `world` to the ground, and SDF reserves names such as `__model__`.

## Example

```xml
<link name="base"/>
<link name="world"/>
<joint name="mount" type="fixed">
  <parent link="base"/>
  <child link="world"/>
</joint>
```

## Use instead

```xml
<link name="world"/>
<link name="base"/>
<joint name="mount" type="fixed">
  <parent link="world"/>
  <child link="base"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("R213", "reserved-name", WARNING, "A name has a special meaning elsewhere.")


def check(context: Context) -> Findings:
    """Look for reserved names."""
    robot = context.robot
    for kind, parts in (("link", robot.links), ("joint", robot.joints)):
        for part in parts:
            path = f"{kind}[{part.name}].name"
            if part.name.startswith("__") and part.name.endswith("__") and len(part.name) > 4:
                yield context.find(RULE, path, f"SDF reserves names such as '{part.name}'")
    if "world" in robot.links and "world" in robot.parent_joints:
        message = "'world' is the ground for Gazebo and Drake, and cannot be a child"
        yield context.find(RULE, "link[world].name", message)
