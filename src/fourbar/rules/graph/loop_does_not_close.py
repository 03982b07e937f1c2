"""The mechanism cannot be assembled: its loops do not close.

## What it does

Solves the loop equations from the zero pose and from further starts.

Clusters with more than 80 velocities are not checked.

## Why it matters

No position of the joints brings the two sides of the loop together: a length, an origin or an axis
is wrong. Simulators keep pulling at the gap and never close it.

## Example

```xml
<loop name="close" type="revolute">
  <predecessor link="coupler">
    <origin xyz="1 0 0"/>
  </predecessor>
  <successor link="rocker">
    <origin xyz="0 9 0"/>
  </successor>
  <axis xyz="0 0 1"/>
</loop>
```

## Use instead

```xml
<loop name="close" type="revolute">
  <predecessor link="coupler">
    <origin xyz="1 0 0"/>
  </predecessor>
  <successor link="rocker">
    <origin xyz="0 1 0"/>
  </successor>
  <axis xyz="0 0 1"/>
</loop>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="G341",
    name="loop-does-not-close",
    severity=Severity.ERROR,
    summary="The mechanism cannot be assembled: its loops do not close.",
    since="0.1",
)
