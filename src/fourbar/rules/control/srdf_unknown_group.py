"""The SRDF refers to a group that does not exist.

## What it does

Looks up the groups of states, end effectors and subgroups.

## Why it matters

The state, end effector or subgroup is dropped.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="amr">
  <joint name="elbow" value="0"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="elbow" value="0"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C672",
    name="srdf-unknown-group",
    severity=Severity.ERROR,
    summary="The SRDF refers to a group that does not exist.",
    since="0.1",
)
