"""One principal moment of inertia is larger than the sum of the other two.

## What it does

Computes the principal moments A <= B <= C of every tensor and checks A + B >= C. Violations
below one percent, typical of rounding, are reported as info.

## Why it matters

For any distribution of mass A + B >= C. MuJoCo rejects other tensors, however small the violation,
and energies come out wrong.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.05" ixy="0" ixz="0" iyz="0"/>
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
    code="P434",
    name="triangle-inequality",
    severity=Severity.WARNING,
    summary="One principal moment of inertia is larger than the sum of the other two.",
    since="0.1",
    fix="unsafe",
)
