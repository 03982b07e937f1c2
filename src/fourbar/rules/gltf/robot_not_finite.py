"""An axis has no direction and cannot be written.

## What it does

Looks for axes without direction in what becomes a node.

## Why it matters

The node of a joint turns or slides along its axis, and glTF wants a unit vector for it.

## Example

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 0"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Use instead

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E751",
    name="robot-not-finite",
    severity=Severity.ERROR,
    summary="An axis has no direction and cannot be written.",
    since="0.1",
)
