"""Named configurations are lost in a URDF file.

## What it does

Reports the named configurations of a robot that is converted to `.urdf`.

## Why it matters

URDF has no place for them. Convert to `.srdf` as well, or to `.glb`, which keeps them.

## Example

```xml
<group name="all"><joint name="pivot"/></group>
<group_state name="home" group="all">
  <joint name="pivot" value="0.5"/>
</group_state>
```

## Use instead

```xml
<group name="all"><joint name="pivot"/></group>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C683",
    name="states-not-written",
    severity=Severity.WARNING,
    summary="Named configurations are lost in a URDF file.",
    since="0.1",
    notice=True,
)
