"""A Gazebo plugin refers to a joint or link that does not exist.

## What it does

Looks up the text of `<joint>`, `<joint_name>`, `<left_joint>`, `<body_name>`, `<robot_base_frame>`
and the like inside `<plugin>`; only names close to an existing one are reported, since a plugin
may refer to other models.

## Why it matters

The plugin stops at start, or silently does nothing.

## Example

```xml
<gazebo>
  <plugin name="drive" filename="libdrive.so">
    <left_joint>elbo</left_joint>
  </plugin>
</gazebo>
```

## Use instead

```xml
<gazebo>
  <plugin name="drive" filename="libdrive.so">
    <left_joint>elbow</left_joint>
  </plugin>
</gazebo>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C652",
    name="plugin-unknown-part",
    severity=Severity.WARNING,
    summary="A Gazebo plugin refers to a joint or link that does not exist.",
    since="0.1",
)
