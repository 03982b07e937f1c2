"""The ratio of a coupling is 0.

## What it does

Finds `<ratio value="0"/>`.

## Why it matters

It would hold one side still and leave the other free, so nothing is coupled.

## Example

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="0" of="predecessor"/>
</coupling>
```

## Use instead

```xml
<coupling name="belt">
  <predecessor link="wheel"/>
  <successor link="motor"/>
  <ratio value="6" of="predecessor"/>
</coupling>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S122",
    name="zero-ratio",
    severity=Severity.ERROR,
    summary="The ratio of a coupling is 0.",
    since="0.1",
)
