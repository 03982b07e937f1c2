"""The damping, friction or stiffness of a joint is negative.

## What it does

Looks at `damping` and `friction` of `<dynamics>` and `stiffness` of `<spring>`.

## Why it matters

Negative damping feeds energy into the joint: Drake rejects it, and in other simulators the joint
accelerates until the simulation fails. A spring of negative stiffness pushes away from its rest.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <dynamics damping="-0.5"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
  <dynamics damping="0.5"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P416",
    name="negative-dynamics",
    severity=Severity.ERROR,
    summary="The damping, friction or stiffness of a joint is negative.",
    since="0.1",
)
