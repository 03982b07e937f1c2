"""The joint gets no preview animation.

## What it does

Looks for joints without a range that can be swept: floating, planar and spherical ones, and
sliders without limits.

## Why it matters

There is no preview of them. The joint itself is complete.

## Example

```xml
<link name="arm"/>
<joint name="pivot" type="floating">
  <parent link="base"/>
  <child link="arm"/>
</joint>
```

## Use instead

```xml
<link name="arm"/>
<joint name="pivot" type="revolute">
  <parent link="base"/>
  <child link="arm"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1.5" upper="1.5" effort="10" velocity="2"/>
</joint>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="E756",
    name="not-animated",
    severity=Severity.INFO,
    summary="The joint gets no preview animation.",
    since="0.1",
)
