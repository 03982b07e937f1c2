"""A fixed joint has limits, dynamics or a mimic.

## What it does

Finds `<limit>`, `<dynamics>`, `<spring>`, `<mimic>` and `<safety_controller>` in fixed joints.

## Why it matters

They have no effect on a joint that does not move. Either they are left over, or the type is
wrong.

## Example

```xml
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="0" upper="0" effort="0" velocity="0"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="fixed">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

## Fix safety

Safe where they are all zero or there is no range: the elements are removed. Otherwise there is
no fix, since the type may be the mistake.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S143",
    name="fixed-joint-leftovers",
    severity=Severity.INFO,
    summary="A fixed joint has limits, dynamics or a mimic.",
    since="0.1",
    fix="safe",
)
