"""A mimic joint calls itself independent.

## What it does

Looks for `independent="true"` on joints with `<mimic>`.

## Why it matters

A joint that follows another is dependent; the two statements contradict each other.

## Example

```xml
<joint name="follow" type="continuous" independent="true">
  ...
  <mimic joint="lead"/>
</joint>
```

## Use instead

```xml
<joint name="follow" type="continuous" independent="false">
  ...
  <mimic joint="lead"/>
</joint>
```

## Fix safety

Safe: `independent` becomes false, as the mimic demands.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G344",
    name="independent-mimic",
    severity=Severity.WARNING,
    summary="A mimic joint calls itself independent.",
    since="0.1",
    fix="safe",
)
