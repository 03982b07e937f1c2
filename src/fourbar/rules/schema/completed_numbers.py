"""Missing numbers were filled in with the usual defaults.

## What it does

Finds a colour of three numbers (read as opaque) and a mesh scale of one number (read as the
same along all axes).

## Why it matters

The meaning is clear, but MuJoCo and Drake reject the colour, and some readers apply the scale
along x only.

## Example

```xml
<link name="base"/>
<material name="steel">
  <color rgba="0.6 0.6 0.7"/>
</material>
```

## Use instead

```xml
<link name="base"/>
<material name="steel">
  <color rgba="0.6 0.6 0.7 1"/>
</material>
```

## Fix safety

Safe: the numbers that are used are written out.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S107",
    name="completed-numbers",
    severity=Severity.WARNING,
    summary="Missing numbers were filled in with the usual defaults.",
    since="0.1",
    fix="safe",
)
