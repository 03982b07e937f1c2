"""The number is infinite or NaN.

## What it does

Finds `nan` and `inf`. Infinite limits have a meaning and are only a warning.

## Why it matters

Not-a-number spreads through every computation it touches; simulations fail far away from the
cause.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 nan"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
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
    code="S108",
    name="not-finite",
    severity=Severity.ERROR,
    summary="The number is infinite or NaN.",
    since="0.1",
)
