"""The limits of a revolute joint look like degrees.

## What it does

Finds ranges of revolute joints that reach beyond 20 radians and whose limits are whole numbers
or multiples of 0.5.

## Why it matters

URDF uses radians. A limit of 180 radians is 28 turns, which hardly limits anything.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-90" upper="90" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5708" upper="1.5708" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: both limits are converted to radians, rounded to six decimals.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P404",
    name="limits-in-degrees",
    severity=Severity.WARNING,
    summary="The limits of a revolute joint look like degrees.",
    since="0.1",
    fix="unsafe",
)
