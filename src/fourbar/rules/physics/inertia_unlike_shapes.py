"""The inertia does not come from the shapes of the link.

## What it does

Compares the principal moments with those of the visuals and of the collisions at the stated mass.
It reports a moment that is more than five times too large or too small for both.

## Why it matters

Motors and cavities explain a factor of two or three, hardly of five: the inertia belongs to another
version of the part, or was guessed. `fourbar inertia` shows both next to each other.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.2" iyy="0.2" izz="0.08" ixy="0" ixz="0" iyz="0"/>
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

Unsafe: the tensor and the centre of mass are replaced by those of the link's shapes with the stated
mass.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P447",
    name="inertia-unlike-shapes",
    severity=Severity.INFO,
    summary="The inertia does not come from the shapes of the link.",
    since="0.1",
    fix="unsafe",
)
