"""The inertia looks like a placeholder.

## What it does

Finds tensors whose three moments are all exactly 1 on links of less than 50 kg.

## Why it matters

Exporters and tutorials write it before the values are known. A link with 1 kg m^2 behaves like a
flywheel.

## Example

```xml
<link name="arm">
  <inertial>
    <mass value="2"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
  </inertial>
  <collision>
    <geometry>
      <box size="1 1 1"/>
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
    code="P443",
    name="placeholder-inertia",
    severity=Severity.INFO,
    summary="The inertia looks like a placeholder.",
    since="0.1",
    fix="unsafe",
)
