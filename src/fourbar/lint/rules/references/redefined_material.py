"""One material name has two meanings.

## What it does

Compares the colours and textures that visuals give to a name with those the robot, or an
earlier visual, gave it.

## Why it matters

Consumers keep one of them: urdfdom the first, so a part gets another part's colour.

## Example

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
    </geometry>
    <material name="steel">
      <color rgba="1 0 0 1"/>
    </material>
  </visual>
</link>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Use instead

```xml
<link name="base">
  <visual>
    <geometry>
      <sphere radius="0.1"/>
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

from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("R212", "redefined-material", WARNING, "One material name has two meanings.")


def check(context: Context) -> Findings:
    """Compare every definition with the first one of its name."""
    first = {m.name: (m, f"material[{m.name}]") for m in context.robot.materials}
    for link in context.robot.links:
        for i, visual in enumerate(link.visuals):
            material = visual.material
            if material is None or material.is_reference or not material.name:
                continue
            path = f"link[{link.name}].visual[{i}].material"
            known, place = first.setdefault(material.name, (material, path))
            if (known.color, known.texture) != (material.color, material.texture):
                where = "the robot's" if place.startswith("material") else f"that of {place}"
                message = f"material '{material.name}' is not {where} of the same name"
                yield context.find(RULE, path, message)
