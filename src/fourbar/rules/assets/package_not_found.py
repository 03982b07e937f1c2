"""The package of the file cannot be found.

## What it does

Looks for the package of a `package://` address in the packages given, in `ROS_PACKAGE_PATH`, in
`AMENT_PREFIX_PATH`, and from the description's folder upwards. `fourbar check` reports it as a
warning, since the package may be installed elsewhere.

## Why it matters

Files of a missing package cannot be opened.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package://arm_descripton/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A502",
    name="package-not-found",
    severity=Severity.ERROR,
    summary="The package of the file cannot be found.",
    since="0.1",
)
