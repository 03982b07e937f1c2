"""A coupling or mimic holds a joint still.

## What it does

Finds couplings and mimics that leave a moving joint one position only, such as a multiplier of
0.

## Why it matters

The joint is fixed in fact, while controllers and planners treat it as one that moves.

## Example

```xml
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
  <mimic joint="l" multiplier="0"/>
</joint>
```

## Use instead

```xml
<joint name="r" type="continuous">
  <parent link="base"/>
  <child link="right"/>
  <mimic joint="l" multiplier="1"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G328",
    name="locked-joint",
    severity=Severity.WARNING,
    summary="A coupling or mimic holds a joint still.",
    since="0.1",
)
