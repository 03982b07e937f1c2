"""A colour component is outside 0 to 1.

## What it does

Checks that red, green, blue and alpha lie between 0 and 1.

## Why it matters

Values up to 255 are read as far too bright and are clipped to white.

## Example

```xml
<material name="steel">
  <color rgba="51 102 204 255"/>
</material>
```

## Use instead

```xml
<material name="steel">
  <color rgba="0.5 0.5 0.55 1"/>
</material>
```

## Fix safety

Unsafe, and only where all numbers are whole and at most 255: they are divided by 255 (an alpha
of 1 stays).
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S144",
    name="color-range",
    severity=Severity.WARNING,
    summary="A colour component is outside 0 to 1.",
    since="0.1",
    fix="unsafe",
)
