"""A required attribute is missing.

## What it does

Looks for attributes that an element needs, such as `link` of `<parent>`.

## Why it matters

There is no default, so the part it belongs to is left out or incomplete.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent/>
  <child link="tip"/>
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
    code="S103",
    name="missing-attribute",
    severity=Severity.ERROR,
    summary="A required attribute is missing.",
    since="0.1",
)
