"""The robot has no name.

## What it does

Looks for the `name` of `<robot>`.

## Why it matters

urdfdom and everything built on it reject a robot without a name.

## Example

```xml
<robot>
  <link name="base"/>
</robot>
```

## Use instead

```xml
<robot name="arm">
  <link name="base"/>
</robot>
```

## Fix safety

Safe: the name that is used, `robot`, is written.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S113",
    name="unnamed-robot",
    severity=Severity.WARNING,
    summary="The robot has no name.",
    since="0.1",
    fix="safe",
)
