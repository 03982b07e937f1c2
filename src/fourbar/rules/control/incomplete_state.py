"""A group state omits joints of its group.

## What it does

Compares the joints of each group state with the moving joints of its group; mimic and passive
joints may be left out.

## Why it matters

The joints that are left out stay at zero, or where they are: it depends on the tool.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="elbow" value="0"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="0"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C674",
    name="incomplete-state",
    severity=Severity.INFO,
    summary="A group state omits joints of its group.",
    since="0.1",
)
