"""Many links have one and the same inertia.

## What it does

Finds three or more moving links with identical mass and tensor whose shapes differ.

## Why it matters

The numbers were copied from one link to the next and fit at most one of them.

## Example

```xml
<!-- three links of different size, all with -->
<inertial>
  <mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>
</inertial>
```

## Use instead

```xml
<!-- each link with the mass and inertia of its own parts -->
<inertial>
  <mass value="0.83"/>
  <inertia ixx="0.012" iyy="0.011" izz="0.002" ixy="0" ixz="0" iyz="0"/>
</inertial>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P445",
    name="copied-inertial",
    severity=Severity.INFO,
    summary="Many links have one and the same inertia.",
    since="0.1",
    preview=True,
)
