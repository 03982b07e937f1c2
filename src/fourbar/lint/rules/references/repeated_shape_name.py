"""Two shapes of a link have one name.

## What it does

Compares the names of a link's visuals, and those of its collisions.

## Why it matters

Tools that address shapes by name reach one of them only; Gazebo renames the other.

## Example

```xml
<link name="arm">
  <visual name="shell">
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
  <visual name="shell">
    <geometry>
      <sphere radius="0.2"/>
    </geometry>
  </visual>
</link>
```

## Use instead

```xml
<link name="arm">
  <visual name="shell">
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
  </visual>
  <visual name="cap">
    <geometry>
      <sphere radius="0.2"/>
    </geometry>
  </visual>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("R214", "repeated-shape-name", INFO, "Two shapes of a link have one name.")


def check(context: Context) -> Findings:
    """Compare the names of shapes."""
    for link in context.robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            seen: set[str] = set()
            for i, shape in enumerate(shapes):
                if shape.name and shape.name in seen:
                    message = f"link '{link.name}' has two {kind}s named '{shape.name}'"
                    yield context.find(RULE, f"link[{link.name}].{kind}[{i}].name", message)
                seen.add(shape.name or "")
