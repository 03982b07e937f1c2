"""An origin is implausibly far away.

## What it does

Finds origins of joints, shapes and inertials that are more than 100 m from their parent.

## Why it matters

URDF uses metres; such numbers are most likely millimetres.

## Example

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 350"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Use instead

```xml
<joint name="elbow" type="revolute">
  <parent link="base"/>
  <child link="tip"/>
  <origin xyz="0 0 0.35"/>
  <axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="5" velocity="1"/>
</joint>
```

## Fix safety

Unsafe: all three numbers are divided by 1000.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="P418",
    name="far-origin",
    severity=Severity.WARNING,
    summary="An origin is implausibly far away.",
    since="0.1",
    fix="unsafe",
)
