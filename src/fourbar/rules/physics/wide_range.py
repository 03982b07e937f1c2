"""A revolute joint has a range of more than ten turns.

## What it does

Finds ranges of revolute joints of more than ten turns that do not look like degrees.

## Why it matters

A joint with such a range is continuous for most purposes; planners search its whole range.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-100.1" upper="100.1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit effort="5" velocity="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P419",
    name="wide-range",
    severity=Severity.INFO,
    summary="A revolute joint has a range of more than ten turns.",
    since="0.1",
)
