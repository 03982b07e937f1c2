"""The file was not found; a file with a similar path is used.

## What it does

Where a file is not at its address, looks below the description's folders for one with the same end
of its path.

## Why it matters

fourbar shows the robot, but other tools will not find the file.

## Example

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="package://arm_description/meshes/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Use instead

```xml
<link name="base">
  <collision>
    <geometry>
      <mesh filename="meshes/arm.obj"/>
    </geometry>
  </collision>
</link>
```

## Fix safety

Unsafe: the address becomes the path of the file that was used, relative to the description.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="A507",
    name="asset-guessed",
    severity=Severity.WARNING,
    summary="The file was not found; a file with a similar path is used.",
    since="0.1",
    fix="unsafe",
)
