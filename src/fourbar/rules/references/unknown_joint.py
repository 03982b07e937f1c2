"""The joint does not exist.

## What it does

Looks up every joint that a `<mimic>` or a group state refers to.

## Why it matters

The joint has nothing to follow. Parsers stop, or move it freely.

## Example

```xml
<joint name="spin" type="continuous">
  <parent link="base"/>
  <child link="wheel"/>
  <mimic joint="driv"/>
</joint>
```

## Use instead

```xml
<joint name="spin" type="continuous">
  <parent link="base"/>
  <child link="wheel"/>
  <mimic joint="drive"/>
</joint>
```

## Fix safety

Unsafe: the name becomes the one it resembles, if there is one.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="R202",
    name="unknown-joint",
    severity=Severity.ERROR,
    summary="The joint does not exist.",
    since="0.1",
    fix="unsafe",
)
