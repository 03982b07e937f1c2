"""The SRDF refers to a link that does not exist.

## What it does

Looks up the links of groups, chains, end effectors, virtual joints and disabled collisions.

## Why it matters

MoveIt drops the entry with a message in its log: the pair is checked for collisions after all,
or the group is empty.

## Example

```xml
<disable_collisions link1="base" link2="uper" reason="Adjacent"/>
```

## Use instead

```xml
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C670",
    name="srdf-unknown-link",
    severity=Severity.ERROR,
    summary="The SRDF refers to a link that does not exist.",
    since="0.1",
)
