"""The effort or velocity limit is implausible.

## What it does

Finds efforts above 100,000 N m or N and velocities above 1000 rad/s or m/s.

## Why it matters

They usually mean "unlimited", and let simulations diverge where a realistic limit would have
prevented it.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1e9" velocity="1"/>
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

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P413",
    name="implausible-limit",
    severity=Severity.INFO,
    summary="The effort or velocity limit is implausible.",
    since="0.1",
)
