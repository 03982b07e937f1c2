"""Many links have one and the same inertia.

## What it does

Finds three or more moving links with identical mass and tensor whose shapes differ.

## Why it matters

The numbers were copied from one link to the next and fit at most one of them.

## Example

```xml
<!-- three links of different size, all with -->
<inertial>
  <mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
</inertial>
```

## Use instead

```xml
<!-- each link with the mass and inertia of its own parts -->
<inertial>
  <mass value="0.83"/>
  <inertia ixx="0.012" iyy="0.011" izz="0.002" ixy="0" ixz="0" iyz="0"/>
</inertial>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...rule import INFO, Context, Findings, Rule

RULE = Rule("P445", "copied-inertial", INFO, "Many links have one and the same inertia.")

PREVIEW = True
_FEWEST = 3


def check(context: Context) -> Findings:
    """Group moving links by their inertia."""
    groups: dict[object, list[str]] = {}
    for link in context.robot.links:
        inertial = link.inertial
        if inertial is not None and inertial.mass > 0 and context.bodies.moves(link.name):
            groups.setdefault((inertial.mass, inertial.inertia), []).append(link.name)
    for names in groups.values():
        shapes = {
            tuple(shape.geometry for shape in context.robot.links[name].collisions)
            for name in names
        }
        if len(names) >= _FEWEST and len(shapes) == len(names):
            shown = ", ".join(f"'{name}'" for name in names[:5])
            message = f"{len(names)} links have the same inertia: {shown}"
            yield context.find(RULE, f"link[{names[0]}].inertial", message)
