"""A joint type without an axis has an <axis>.

## What it does

Finds `<axis>` in fixed, floating and spherical joints, unless it is zero or the default.

## Why it matters

It has no effect there; either the type or the axis is wrong.

## Example

```xml
<joint name="elbow" type="floating">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="floating">
  <parent link="base"/>
  <child link="tip"/>
</joint>
```

## Fix safety

Safe: the axis is removed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S147",
    name="axis-without-use",
    severity=Severity.INFO,
    summary="A joint type without an axis has an <axis>.",
    since="0.1",
    fix="safe",
)
