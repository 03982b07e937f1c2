"""The value is neither true nor false.

## What it does

Reads `independent` as true, false, 1 or 0 in any letter case.

## Why it matters

Readers that compare with `true` treat every other word as false, so a typo changes the choice of
coordinates.

## Example

```xml
<joint name="elbow" type="continuous" independent="fasle">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous" independent="false">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S109",
    name="bad-boolean",
    severity=Severity.ERROR,
    summary="The value is neither true nor false.",
    since="0.1",
)
