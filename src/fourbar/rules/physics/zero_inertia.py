"""The link has mass but a zero inertia tensor.

## What it does

Finds links with a mass whose six moments are all zero, unless nothing can turn them.

## Why it matters

A point mass does not resist turning: the mass matrix is singular for a hinge through it, and
MuJoCo rejects the file.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>
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
    code="P433",
    name="zero-inertia",
    severity=Severity.WARNING,
    summary="The link has mass but a zero inertia tensor.",
    since="0.1",
    fix="unsafe",
)
