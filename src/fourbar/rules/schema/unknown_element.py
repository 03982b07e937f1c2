"""Unknown element.

## What it does

Compares every element with those that URDF and URDF+ define at that place. One that is close to
a known name is taken for a slip; any other is an addition, reported once as an info and kept as
written.

## Why it matters

Parsers skip what they do not know, without a word: a misspelled `<orgin>` moves the part to the
origin.

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

Unsafe: a slip is changed to the name it resembles, which gives the element a meaning it did not
have.
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
