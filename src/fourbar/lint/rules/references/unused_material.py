"""A material is defined and nowhere used.

## What it does

Compares the robot's materials with those that visuals name.

## Why it matters

It may be a slip of the name in one of the two places.

## Example

```xml
<link name="base"/>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Use instead

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="1"/>
    </geometry>
    <material name="steel"/>
  </visual>
</link>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("R211", "unused-material", INFO, "A material is defined and nowhere used.")


def check(context: Context) -> Findings:
    """Compare definitions with uses."""
    used = {
        visual.material.name
        for link in context.robot.links
        for visual in link.visuals
        if visual.material is not None
    }
    for material in context.robot.materials:
        if material.name and material.name not in used:
            message = f"no visual uses material '{material.name}'"
            yield context.find(RULE, f"material[{material.name}]", message)
