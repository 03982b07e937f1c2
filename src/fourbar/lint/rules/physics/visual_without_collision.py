"""A link can be seen and not touched.

## What it does

Finds links with visuals and without collisions, if other links of the robot have collisions.

## Why it matters

Planners and simulators let everything pass through the link.

## Example

```xml
<link name="arm">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
  <collision>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P455", "visual-without-collision", INFO, "A link can be seen and not touched.")


def check(context: Context) -> Findings:
    """Compare visuals with collisions."""
    links = context.robot.links
    if not any(link.collisions for link in links):
        return
    for link in links:
        if link.visuals and not link.collisions:
            message = f"link '{link.name}' has visuals and no collision"
            yield context.find(RULE, f"link[{link.name}]", message)
