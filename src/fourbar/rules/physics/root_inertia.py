"""The root link has inertia.

## What it does

Looks for a mass in the root link, where a moving joint hangs from it.

## Why it matters

KDL, and with it robot_state_publisher and many ROS controllers, ignores the root's inertia and
prints a warning at every start.

## Example

```xml
<link name="base">
  <inertial>...</inertial>
</link>
```

## Use instead

```xml
<link name="root"/>
<link name="base">
  <inertial>...</inertial>
</link>
<joint name="mount" type="fixed">
  <parent link="root"/>
  <child link="base"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P440",
    name="root-inertia",
    severity=Severity.INFO,
    summary="The root link has inertia.",
    since="0.1",
)
