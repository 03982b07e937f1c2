"""The base of a chain is not an ancestor of its tip.

## What it does

Follows the joints from `tip_link` upwards until `base_link`.

## Why it matters

MoveIt treats it as an empty group, and every plan fails.

## Example

```xml
<group name="arm">
  <chain base_link="lower" tip_link="base"/>
</group>
```

## Use instead

```xml
<group name="arm">
  <chain base_link="base" tip_link="lower"/>
</group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C675",
    name="chain-not-connected",
    severity=Severity.ERROR,
    summary="The base of a chain is not an ancestor of its tip.",
    since="0.1",
)
