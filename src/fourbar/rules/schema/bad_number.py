"""The value is not a number.

## What it does

Reads numbers as C does in the default locale: digits, one decimal point, an exponent. Units,
commas, fractions and expressions are not accepted.

## Why it matters

Parsers disagree: some stop, some read the digits before the unexpected character, and some read 0.

## Example

```xml
<joint name="elbow" type="continuous">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1,0"/>
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
    code="S105",
    name="bad-number",
    severity=Severity.ERROR,
    summary="The value is not a number.",
    since="0.1",
)
