"""A group state is outside the joint limits.

## What it does

Compares the values of group states with the limits of their joints.

## Why it matters

MoveIt does not plan to the state, or clamps it to another pose.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="2.5"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="1.5"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C673",
    name="state-beyond-limits",
    severity=Severity.WARNING,
    summary="A group state is outside the joint limits.",
    since="0.1",
)
