"""The inertia is too small for the size of the link.

## What it does

Compares the largest principal moment with that of the link's shapes at the same mass; less than
a hundredth is reported.

## Why it matters

All the mass would have to sit in the middle of the shape. The tensor belongs to another link,
or is a placeholder, and makes the simulation stiff.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.00025" iyy="0.00025" izz="0.00025" ixy="0" ixz="0" iyz="0"/>
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

Unsafe: the tensor is replaced by that of the link's shapes with the stated mass.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P439",
    name="inertia-too-small",
    severity=Severity.INFO,
    summary="The inertia is too small for the size of the link.",
    since="0.1",
    fix="unsafe",
)
