"""A moving link has no inertia.

## What it does

Finds links without `<inertial>` that move, unless links welded to them have a mass.

## Why it matters

Gazebo leaves them and all that hangs on them out, MuJoCo refuses the file, and others compute
with a singular mass matrix.

## Example

```xml
<link name="arm">
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="0.2 0.2 0.4"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: mass and inertia of the link's shapes at the density of water are added. Where there are
no shapes there is no fix.
"""

from __future__ import annotations

from ...inertial import inertial_fix
from ...rule import WARNING, Context, Findings, Rule

RULE = Rule("P441", "missing-inertial", WARNING, "A moving link has no inertia.")


def check(context: Context) -> Findings:
    """Look for bodies that move without mass."""
    told: set[str] = set()
    for link in context.robot.links:
        bodies = context.bodies
        if link.inertial is not None or not bodies.moves(link.name):
            continue
        names = bodies.links(link.name)
        if any(context.robot.links[name].inertial is not None for name in names):
            continue
        leader = bodies.leader(link.name)
        if leader in told:
            continue
        told.add(leader)
        others = len(names) - 1
        message = f"link '{link.name}' moves and has no <inertial>"
        if others:
            message += f", nor has any of the {others} links fixed to it"
        yield context.find(RULE, f"link[{link.name}]", message, fix=inertial_fix(context, link))
