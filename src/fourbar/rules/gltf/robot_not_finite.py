"""A pose or axis is not finite and cannot be written.

## What it does

Looks for NaN, infinity and axes without direction in what becomes a node.

## Why it matters

JSON cannot represent them.

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
    summary="A pose or axis is not finite and cannot be written.",
    since="0.1",
)
