"""A fixed joint has an 'independent' attribute.

## What it does

Looks for `independent` on fixed joints.

## Why it matters

A joint that does not move has no coordinate. The type or the attribute is on the wrong joint.

## Example

```xml
<joint name="elbow" type="fixed" independent="true">
  <parent link="base"/>
  <child link="tip"/>
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

Safe: the attribute is removed.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G343",
    name="independent-fixed-joint",
    severity=Severity.WARNING,
    summary="A fixed joint has an 'independent' attribute.",
    since="0.1",
    fix="safe",
)
