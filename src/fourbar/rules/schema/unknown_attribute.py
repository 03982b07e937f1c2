"""Unknown attribute.

## What it does

Compares every attribute with those that URDF and URDF+ define for its element. Attributes with
a namespace are left alone; one that is close to a known name is taken for a slip, any other is
reported once as an info.

## Why it matters

Parsers skip what they do not know: a misspelled `lowr` leaves the lower limit at 0.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lowr="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: a slip is changed to the name it resembles, which gives the attribute a meaning it did
not have.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S102",
    name="unknown-attribute",
    severity=Severity.WARNING,
    summary="Unknown attribute.",
    since="0.1",
    fix="unsafe",
)
