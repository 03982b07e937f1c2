"""<dynamics> has neither damping nor friction.

## What it does

Looks for `<dynamics>` without the attributes `damping` and `friction`, empty or with child elements
in their place.

## Why it matters

urdfdom refuses such a file as a whole, and with it ROS and Pinocchio. Child elements are ignored
by all tools.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <dynamics>
    <damping>0.1</damping>
  </dynamics>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <dynamics damping="0.1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S151",
    name="empty-dynamics",
    severity=Severity.WARNING,
    summary="<dynamics> has neither damping nor friction.",
    since="0.1",
)
