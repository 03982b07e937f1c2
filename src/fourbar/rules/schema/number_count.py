"""Wrong number of values.

## What it does

Counts the numbers of `xyz`, `rpy`, `size`, `scale` and `rgba`.

## Why it matters

Which number is missing cannot be known. Parsers stop, or use zeros for the rest.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 1"/>
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
    code="S106",
    name="number-count",
    severity=Severity.ERROR,
    summary="Wrong number of values.",
    since="0.1",
)
