"""Several group states have the same name.

## What it does

Finds states with the same name. In one group, the last one replaces the others (a warning). In
several groups, each has to be asked for together with its group, as `arm/home`.

## Why it matters

Tools that ask for a state by its name alone get one of them.

## Example

```xml
<group name="arm"><joint name="shoulder"/></group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
</group_state>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0.5"/>
</group_state>
```

## Use instead

```xml
<group name="arm"><joint name="shoulder"/></group>
<group_state name="home" group="arm">
  <joint name="shoulder" value="0"/>
</group_state>
<group_state name="raised" group="arm">
  <joint name="shoulder" value="0.5"/>
</group_state>
```

## Fix safety

There is no fix.
"""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="C682",
    name="duplicate-state",
    severity=Severity.WARNING,
    summary="Several group states have the same name.",
    since="0.1",
)
