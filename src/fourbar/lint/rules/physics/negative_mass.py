"""A mass is negative.

## What it does

Looks at the mass of every link.

## Why it matters

There is no such thing; a simulation with it diverges.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="-2"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/>
  </inertial>
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

There is no fix.
"""

from __future__ import annotations

from ...edits import number
from ...rule import ERROR, Context, Findings, Rule

RULE = Rule("P431", "negative-mass", ERROR, "A mass is negative.")


def check(context: Context) -> Findings:
    """Look for negative masses."""
    for link in context.robot.links:
        if link.inertial is not None and link.inertial.mass < 0:
            path = f"link[{link.name}].inertial.mass.value"
            message = f"the mass of link '{link.name}' is negative, {number(link.inertial.mass)}"
            yield context.find(RULE, path, message)
