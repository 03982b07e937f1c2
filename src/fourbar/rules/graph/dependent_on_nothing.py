"""A joint is marked dependent, but nothing constrains it.

## What it does

Looks for `independent="false"` on joints that no loop, coupling or mimic ties to others.

## Why it matters

Nothing determines its position. A loop is missing, or the attribute is on the wrong joint.

## Example

```xml
<joint name="elbow" type="continuous" independent="false">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous" independent="true">
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
    code="G345",
    name="dependent-on-nothing",
    severity=Severity.WARNING,
    summary="A joint is marked dependent, but nothing constrains it.",
    since="0.1",
)
