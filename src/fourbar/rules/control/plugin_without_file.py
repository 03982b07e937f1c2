"""A Gazebo plugin has no library file.

## What it does

Looks for `filename` of `<plugin>` in `<gazebo>` blocks.

## Why it matters

Gazebo has nothing to load.

## Example

```xml
<gazebo>
  <plugin name="control"/>
</gazebo>
```

## Use instead

```xml
<gazebo>
  <plugin name="control" filename="libgazebo_ros2_control.so"/>
</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C651",
    name="plugin-without-file",
    severity=Severity.WARNING,
    summary="A Gazebo plugin has no library file.",
    since="0.1",
)
