"""A closed mechanism does not declare which joints are independent.

## What it does

Finds loops and couplings whose joints have no `independent` attribute. One that is misspelt or
neither true nor false has its own finding, and this rule is silent until it is repaired.

## Why it matters

Each tool chooses for itself, and the choice decides what a command means. fourbar picks a
well-conditioned set and lists it in the finding.

## Example

```xml
<joint name="drive" type="continuous">
```

## Use instead

```xml
<joint name="drive" type="continuous" independent="true">
```

## Fix safety

Safe: `independent` states the choice that fourbar makes anyway.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G342",
    name="unstated-independent",
    severity=Severity.INFO,
    summary="A closed mechanism does not declare which joints are independent.",
    since="0.1",
    fix="safe",
)
