"""The inertia tensor has a negative principal moment.

## What it does

Computes the principal moments of every tensor; one below zero by more than a millionth of the
largest is reported.

## Why it matters

No body has such a tensor. The mass matrix loses its positive definiteness, and simulators stop
or diverge.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0.05" ixz="0" iyz="0"/>
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
    code="P432",
    name="inertia-not-positive-definite",
    severity=Severity.ERROR,
    summary="The inertia tensor has a negative principal moment.",
    since="0.1",
    fix="unsafe",
)
