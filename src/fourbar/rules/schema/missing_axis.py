"""A moving joint or a loop has no <axis>.

## What it does

Looks for `<axis>` in joints that have one (revolute, continuous, prismatic, planar and others), and
in loops of these types.

## Why it matters

The x axis is used. That is rarely intended, since most joints turn about z or y. For a loop, whose
axis has to fit those of the joints around it, it is a warning; where it does not fit, G347 reports
an error instead.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Safe: the axis that is used is written.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S142",
    name="missing-axis",
    severity=Severity.INFO,
    summary="A moving joint or a loop has no <axis>.",
    since="0.1",
    fix="safe",
)
