"""The name is reserved in another tool.

## What it does

Finds links named `world` that are not the root, and names that begin and end with two
underscores.

## Why it matters

Gazebo and Drake weld `world` to the ground, and SDF reserves names such as `__model__`.

## Example

```xml
<link name="base"/>
<link name="world"/>
<joint name="mount" type="fixed">
  <parent link="base"/>
  <child link="world"/>
</joint>
```

## Use instead

```xml
<link name="world"/>
<link name="base"/>
<joint name="mount" type="fixed">
  <parent link="world"/>
  <child link="base"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R213",
    name="reserved-name",
    severity=Severity.WARNING,
    summary="The name is reserved in another tool.",
    since="0.1",
)
