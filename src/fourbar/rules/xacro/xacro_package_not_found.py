"""A package in $(find ...) cannot be found.

## What it does

Looks up the packages of `$(find PACKAGE)` and `package://` in xacro instructions: first those given
with `--package`, then `ROS_PACKAGE_PATH`, `AMENT_PREFIX_PATH` and the folders around the file.

## Why it matters

The file in the package cannot be included, and the expansion stops.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="$(find missing_description)/urdf/arm.xacro"/>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="arm.xacro"/>
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X051",
    name="xacro-package-not-found",
    severity=Severity.ERROR,
    summary="A package in $(find ...) cannot be found.",
    since="0.1",
)
