"""Unknown element.

## What it does

Compares every element with those that URDF and URDF+ define in that position. A name close to a
known one is treated as a typo; any other element is treated as an extension, reported once as an
info and kept as written. A typo is an error where the element that was meant is missing: a note
says what is used without it. In `<transmission>`, `<ros2_control>`, `<sensor>` and `<gazebo>` it is
a warning.

## Why it matters

Parsers silently skip unknown elements: a misspelled `<orgin>` moves the part to the origin.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <orgin xyz="0 0 0.1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 0.1"/>
</joint>
```

## Fix safety

Unsafe: a typo is changed to the name it resembles, which gives the element a meaning it did not
have before.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S101",
    name="unknown-element",
    severity=Severity.WARNING,
    summary="Unknown element.",
    since="0.1",
    fix="unsafe",
)
