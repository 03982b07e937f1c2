"""A group state has the wrong number of values for a joint.

## What it does

Compares the number of values of each joint in a group state with what its type needs: one number
per degree of freedom, and a quaternion x y z w for an orientation. A planar joint takes two or
three.

## Why it matters

The state cannot be taken; MoveIt leaves the joint where it is.

## Example

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="0 0.5"/>
</group_state>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
  <joint name="elbow" value="0.5"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C681",
    name="state-value-count",
    severity=Severity.ERROR,
    summary="A group state has the wrong number of values for a joint.",
    since="0.1",
)
