"""Unknown attribute.

## What it does

Compares every attribute with those that URDF and URDF+ define for its element. Attributes with a
namespace are left alone; a name close to a known one is treated as a typo, and any other is
reported once as an info.

## Why it matters

Parsers skip unknown attributes: a misspelled `lowr` leaves the lower limit at 0.

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

Unsafe: a typo is changed to the name it resembles, which gives the attribute a meaning it did not
have before.
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
