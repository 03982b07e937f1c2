"""fourbar reads this, but the xacro tool does not.

## What it does

Finds `package://` in the file name of an include, `$(find-pkg-share ...)`, and `$(dirname)`, the
folder of the file it is written in.

## Why it matters

fourbar reads them, but `xacro` does not: the file works here and fails in a launch file. The
name of an included file is relative to the file in any case; `$(find PACKAGE)` is the folder of a
package.

## Example

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="package://arm_description/arm.xacro"/>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="$(find arm_description)/arm.xacro"/>
  <link name="base"/>
</robot>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X063",
    name="xacro-extension",
    severity=Severity.WARNING,
    summary="fourbar reads this, but the xacro tool does not.",
    since="0.1",
)
