"""A group state puts joints where loops or mimics do not let them be.

## What it does

Closes the loops, couplings and mimics at each group state and compares the joints with their
values in the state. Differences up to 0.01 rad or m count as rounding.

## Why it matters

The robot cannot take the pose. Tools that ignore loops show it torn apart, and fourbar refuses the
state: `--named` and `model.configuration` end with an error.

## Example

```xml
<group_state name="open" group="arm">
  <joint name="drive" value="0.4"/>
  <joint name="rock" value="2"/>
</group_state>
```

## Use instead

```xml
<group_state name="open" group="arm">
  <joint name="drive" value="0.4"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C684",
    name="state-does-not-close",
    severity=Severity.WARNING,
    summary="A group state puts joints where loops or mimics do not let them be.",
    since="0.1",
)
