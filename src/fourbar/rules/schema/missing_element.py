"""A required element is missing.

## What it does

Looks for child elements that an element needs: parent and child of a joint, geometry of a visual.
Mass and inertia missing from an inertial count as zero; that is a warning. A screw without a pitch
is read as one of pitch 0.

## Why it matters

There is no default, so the part it belongs to is left out or incomplete.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <axis xyz="0 0 1"/>
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
    code="S104",
    name="missing-element",
    severity=Severity.ERROR,
    summary="A required element is missing.",
    since="0.1",
)
