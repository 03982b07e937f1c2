"""The limits of a prismatic joint look like millimetres.

## What it does

Finds prismatic joints that reach farther than 20 m.

## Why it matters

URDF uses metres. A stroke of 250 m is most likely 250 mm in the wrong unit.

## Example

```xml
<joint name="elbow" type="prismatic">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="0" upper="250" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="prismatic">
  <parent link="base"/>
  <child link="tip"/>
  <axis xyz="0 0 1"/>
  <limit lower="0" upper="0.25" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: both limits are divided by 1000.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P412",
    name="prismatic-in-millimetres",
    severity=Severity.WARNING,
    summary="The limits of a prismatic joint look like millimetres.",
    since="0.1",
    fix="unsafe",
)
